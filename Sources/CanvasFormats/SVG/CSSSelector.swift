/// A style sheet's selector: compounds of element, classes and ids, joined by "inside" and "child of".
struct CSSSelector {
    struct Compound {
        /// `nil` for any element.
        var element: SVGElement?
        var classes: [[UInt8]] = []
        var ids: [[UInt8]] = []
        /// Whether the compound before must match the parent, and not just any ancestor.
        var isChild = false
    }

    private(set) var compounds: [Compound] = []

    /// Ids, classes and elements, in that order of weight (CSS 2.1, 6.4.3).
    var specificity: Int {
        compounds.reduce(0) {
            $0 + min($1.ids.count, 255) << 16 + min($1.classes.count, 255) << 8 + ($1.element == nil ? 0 : 1)
        }
    }

    /// Reads one selector. `nil` if it has a part that is not supported.
    init?(_ text: ArraySlice<UInt8>) {
        var rest = text
        var nextIsChild = false
        while true {
            while let c = rest.first, c.isXMLSpace { rest.removeFirst() }
            guard let first = rest.first else { break }
            if first == UInt8(ascii: ">") {
                guard !compounds.isEmpty, !nextIsChild else { return nil }
                nextIsChild = true
                rest.removeFirst()
                continue
            }
            guard var compound = Self.compound(&rest) else { return nil }
            compound.isChild = nextIsChild
            nextIsChild = false
            compounds.append(compound)
        }
        guard !compounds.isEmpty, !nextIsChild else { return nil }
    }

    private static func compound(_ rest: inout ArraySlice<UInt8>) -> Compound? {
        var out = Compound()
        var any = false
        if rest.first == UInt8(ascii: "*") {
            rest.removeFirst()
            any = true
        } else if let name = identifier(&rest) {
            // `svg|path` and names that are not SVG's match nothing that is drawn.
            guard let raw = name.withUnsafeBufferPointer(SVGElement.table.find) else { return nil }
            out.element = SVGElement(rawValue: raw)
            any = true
        }
        while let c = rest.first, c == UInt8(ascii: ".") || c == UInt8(ascii: "#") {
            rest.removeFirst()
            guard let name = identifier(&rest) else { return nil }
            if c == UInt8(ascii: ".") { out.classes.append(name) } else { out.ids.append(name) }
            any = true
        }
        // What follows must be the end, white space or a child mark: pseudo-classes, attributes and siblings are not known.
        if let c = rest.first, !c.isXMLSpace, c != UInt8(ascii: ">") { return nil }
        return any ? out : nil
    }

    private static func identifier(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        let name = rest.prefix { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2d || $0 == 0x5f || $0 >= 0x80 }
        guard !name.isEmpty else { return nil }
        rest = rest[name.endIndex...]
        return Array(name)
    }

    /// Whether the selector is for the node.
    ///
    /// From the last compound outwards. Where a parent does not match, the search goes on from the next ancestor that
    /// matches the last "inside" compound before: nearer or farther ones cannot do better.
    func matches(_ node: Int, in tree: SVGTree) -> Bool {
        var part = compounds.count - 1
        guard compounds[part].matches(node, in: tree) else { return false }
        var at = Int(tree.nodes[node].parent)
        var retry: (part: Int, from: Int)?
        while part > 0 {
            let isChild = compounds[part].isChild
            let wanted = compounds[part - 1]
            if at >= 0, wanted.matches(at, in: tree) {
                if !isChild { retry = (part, Int(tree.nodes[at].parent)) }
                part -= 1
                at = Int(tree.nodes[at].parent)
            } else if at < 0 {
                return false
            } else if isChild {
                guard let back = retry else { return false }
                (part, at) = back
            } else {
                at = Int(tree.nodes[at].parent)
            }
        }
        return true
    }
}

extension CSSSelector.Compound {
    func matches(_ node: Int, in tree: SVGTree) -> Bool {
        if let element, tree.nodes[node].element != element { return false }
        if !ids.isEmpty {
            guard let id = tree.id(of: node), ids.allSatisfy({ $0 == id }) else { return false }
        }
        if classes.isEmpty { return true }
        let own = tree.classes(of: node)
        return classes.allSatisfy { own.contains($0) }
    }
}

extension SVGTree {
    fileprivate func text(_ name: SVGName, of node: Int) -> ArraySlice<UInt8>? {
        let entry = nodes[node]
        let first = Int(entry.firstAttribute)
        for attribute in attributes[first..<first + Int(entry.attributeCount)] where attribute.name == name {
            return bytes[Int(attribute.start)..<Int(attribute.start) + Int(attribute.length)]
        }
        return nil
    }

    func id(of node: Int) -> [UInt8]? { text(.id, of: node).map(Array.init) }

    func classes(of node: Int) -> [[UInt8]] {
        text(.class, of: node)?.split(whereSeparator: \.isXMLSpace).map(Array.init) ?? []
    }
}
