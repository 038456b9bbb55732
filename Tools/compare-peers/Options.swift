/// What was asked for on the command line.
struct Options {
    var python = "python3"
    var corpus: String?
    var samples = 1024
    var views: [Character] = ["a", "b", "c"]
    /// Whether views were named.
    var hasViews = false
    var drawings: [String] = []
    var wantsHelp = false

    /// Wrong usage.
    struct Wrong: Error {
        let description: String
    }

    init(_ arguments: ArraySlice<String>) throws(Wrong) {
        var rest = arguments
        func value(_ name: String) throws(Wrong) -> String {
            guard let value = rest.popFirst() else { throw Wrong(description: "\(name) needs a value; see --help") }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": wantsHelp = true
            case "--python": python = try value(argument)
            case "--corpus": corpus = try value(argument)
            case "--samples":
                let text = try value(argument)
                guard let count = Int(text), 16...65536 ~= count else {
                    throw Wrong(description: "--samples: '\(text)' is not a whole number from 16 to 65536")
                }
                samples = count
            case "--views":
                let text = try value(argument)
                let names = text == "none" ? [] : text.split(separator: ",")
                guard names.allSatisfy({ ["a", "b", "c"].contains($0) }) else {
                    throw Wrong(description: "--views: '\(text)' is not a list of a, b and c, or none")
                }
                views = names.map { $0.first! }
                hasViews = true
            case let name where name.hasPrefix("-"):
                throw Wrong(description: "unknown option \(name); see --help")
            default: drawings.append(argument)
            }
        }
    }
}
