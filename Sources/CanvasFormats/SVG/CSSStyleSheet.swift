/// The rules of a document's style sheets, found by the element they are for.
///
/// Selectors: element names, `*`, `.class`, `#id`, compounds of these, descendants and children, lists. Others, and
/// what is inside `@media` and its like, are one warning each kind. Source: CSS 2.1, chapters 4 to 6.
struct CSSStyleSheet {
    struct Rule {
        var selector: CSSSelector
        var declarations: Range<Int>  // in `text`
    }

    private var text: [UInt8] = []
    private(set) var rules: [Rule] = []
    private var byID: [[UInt8]: [Int]] = [:]
    private var byClass: [[UInt8]: [Int]] = [:]
    private var byElement: [SVGElement: [Int]] = [:]
    private var universal: [Int] = []
    /// What was not understood, for the log.
    private(set) var problems: [(kind: ReadWarning.Kind, line: Int, detail: String)] = []

    var isEmpty: Bool { rules.isEmpty }

    /// Reads the sheets in order; a later rule wins over an earlier one of equal weight.
    init(_ sheets: [(line: Int, text: [UInt8])]) {
        for sheet in sheets { read(Self.withoutComments(sheet.text), line: sheet.line) }
        for (index, rule) in rules.enumerated() {
            let last = rule.selector.compounds[rule.selector.compounds.count - 1]
            if let id = last.ids.first {
                byID[id, default: []].append(index)
            } else if let name = last.classes.first {
                byClass[name, default: []].append(index)
            } else if let element = last.element {
                byElement[element, default: []].append(index)
            } else {
                universal.append(index)
            }
        }
    }

    /// The indices of the rules for the node, the one that wins last.
    func declarations(for node: Int, in tree: SVGTree) -> [Int] {
        var found: [Int] = []
        func consider(_ candidates: [Int]?) {
            for index in candidates ?? [] where rules[index].selector.matches(node, in: tree) { found.append(index) }
        }
        consider(universal)
        consider(byElement[tree.nodes[node].element])
        if !byClass.isEmpty { for name in tree.classes(of: node) { consider(byClass[name]) } }
        if !byID.isEmpty, let id = tree.id(of: node) { consider(byID[id]) }
        // A class written twice finds its rules twice, which changes nothing.
        return found.sorted { (rules[$0].selector.specificity, $0) < (rules[$1].selector.specificity, $1) }
    }

    /// Applies the declarations of `matched`, either the important ones or the others.
    func apply(_ matched: [Int], important: Bool, to target: inout SVGDeclarations, _ log: inout WarningLog) {
        guard !matched.isEmpty else { return }
        text.withUnsafeBufferPointer { text in
            for index in matched {
                CSSDeclarationList.apply(
                    UnsafeBufferPointer(rebasing: text[rules[index].declarations]), important: important, to: &target,
                    &log)
            }
        }
    }

    private mutating func read(_ sheet: [UInt8], line: Int) {
        var at = 0
        func lineNumber(_ at: Int) -> Int { line + sheet[..<at].count(where: { $0 == 0x0a }) }
        while true {
            while at < sheet.count, sheet[at].isXMLSpace { at += 1 }
            // HTML's comment marks are let pass between rules.
            if sheet[at...].starts(with: "<!--".utf8) { at += 4; continue }
            if sheet[at...].starts(with: "-->".utf8) { at += 3; continue }
            guard at < sheet.count else { return }
            let start = at
            while at < sheet.count, sheet[at] != UInt8(ascii: "{"), sheet[at] != UInt8(ascii: ";") { at += 1 }
            let prelude = sheet[start..<at]
            let isAtRule = sheet[start] == UInt8(ascii: "@")
            if at < sheet.count, sheet[at] == UInt8(ascii: ";") {
                // `@import …;`, `@charset …;`, or a stray semicolon.
                at += 1
                if prelude.starts(with: "@import".utf8) { problems.append((.styleSheet, lineNumber(start), "@import")) }
                continue
            }
            guard at < sheet.count else {
                if !prelude.allSatisfy(\.isXMLSpace) { problems.append((.styleSheet, lineNumber(start), "")) }
                return
            }
            at += 1
            let bodyStart = at
            var depth = 1
            while at < sheet.count, depth > 0 {
                if sheet[at] == UInt8(ascii: "{") { depth += 1 }
                if sheet[at] == UInt8(ascii: "}") { depth -= 1 }
                at += 1
            }
            if depth > 0 { problems.append((.styleSheet, lineNumber(start), "a bracket is not closed")) }
            if isAtRule {
                let name = String(decoding: prelude.prefix { !$0.isXMLSpace }, as: UTF8.self)
                if !["@font-face", "@page", "@namespace"].contains(name) {
                    problems.append((.selector, lineNumber(start), name))
                }
                continue
            }
            addRule(prelude, body: sheet[bodyStart..<(depth == 0 ? at - 1 : at)], line: lineNumber(start))
        }
    }

    private mutating func addRule(_ prelude: ArraySlice<UInt8>, body: ArraySlice<UInt8>, line: Int) {
        let range = text.count..<text.count + body.count
        text.append(contentsOf: body)
        for part in prelude.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            if let selector = CSSSelector(part) {
                rules.append(Rule(selector: selector, declarations: range))
            } else {
                let written = String(decoding: part.prefix(40), as: UTF8.self)
                problems.append((.selector, line, written.split(whereSeparator: \.isWhitespace).joined(separator: " ")))
            }
        }
    }

    /// Comments replaced by blanks, so that lines still count.
    private static func withoutComments(_ sheet: [UInt8]) -> [UInt8] {
        var out = sheet
        var at = 0
        while at + 1 < out.count {
            guard out[at] == UInt8(ascii: "/"), out[at + 1] == UInt8(ascii: "*") else {
                at += 1
                continue
            }
            var end = at + 2
            while end + 1 < out.count, out[end] != UInt8(ascii: "*") || out[end + 1] != UInt8(ascii: "/") { end += 1 }
            end = min(end + 2, out.count)
            for i in at..<end where out[i] != 0x0a { out[i] = 0x20 }
            at = end
        }
        return out
    }
}

/// A list of declarations: the content of a `style` attribute or of a rule.
enum CSSDeclarationList {
    /// Applies the declarations that are important, or those that are not, in order.
    static func apply(
        _ text: UnsafeBufferPointer<UInt8>, important: Bool, to target: inout SVGDeclarations, _ log: inout WarningLog
    ) {
        var cursor = ByteCursor(text)
        while !cursor.isAtEnd {
            cursor.skipSpaces()
            let name = cursor.take { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }.trimmed
            guard cursor.take(UInt8(ascii: ":")) else {
                _ = cursor.take(UInt8(ascii: ";"))
                continue
            }
            var value = value(&cursor).trimmed
            _ = cursor.take(UInt8(ascii: ";"))
            let isImportant = removeImportant(&value)
            guard isImportant == important, let known = property(name) else { continue }
            target.apply(known, value, &log)
        }
    }

    /// Up to the next semicolon outside of brackets and quotes.
    private static func value(_ cursor: inout ByteCursor) -> UnsafeBufferPointer<UInt8> {
        var depth = 0
        var quote: UInt8 = 0
        return cursor.take { c in
            if quote != 0 {
                if c == quote { quote = 0 }
                return true
            }
            switch c {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = c
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: ";"): return depth > 0
            default: break
            }
            return true
        }
    }

    private static func removeImportant(_ value: inout UnsafeBufferPointer<UInt8>) -> Bool {
        guard let mark = value.lastIndex(of: UInt8(ascii: "!")),
            UnsafeBufferPointer(rebasing: value[(mark + 1)...]).trimmed.equals(ignoringCase: "important")
        else { return false }
        value = UnsafeBufferPointer(rebasing: value[..<mark]).trimmed
        return true
    }

    private static func property(_ name: UnsafeBufferPointer<UInt8>) -> SVGName? {
        guard let raw = SVGName.table.find(name), let known = SVGName(rawValue: raw), known.isProperty else {
            return nil
        }
        return known
    }
}
