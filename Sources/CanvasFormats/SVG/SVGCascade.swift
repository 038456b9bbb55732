/// Works out an element's style: presentation attributes, then style sheets, then the `style` attribute.
struct SVGCascade {
    let tree: SVGTree
    let bytes: UnsafeBufferPointer<UInt8>
    let sheet: CSSStyleSheet

    /// The style of the node, whose parent (or the `use` it is drawn for) has the style `parent`.
    func style(of node: Int, parent: SVGStyle, log: inout WarningLog) -> (SVGStyle, SVGOwnStyle) {
        let entry = tree.nodes[node]
        var target = SVGDeclarations(parent: parent, ids: tree.ids, line: Int(entry.line))
        var inline: UnsafeBufferPointer<UInt8>?
        let first = Int(entry.firstAttribute)
        for i in first..<first + Int(entry.attributeCount) {
            let attribute = tree.attributes[i]
            if attribute.name == .style {
                inline = value(attribute)
            } else if attribute.name.isProperty {
                target.apply(attribute.name, value(attribute), &log)
            }
        }
        if sheet.isEmpty, inline == nil { return (target.style, target.own) }
        let matched = sheet.isEmpty ? [] : sheet.declarations(for: node, in: tree)
        sheet.apply(matched, important: false, to: &target, &log)
        if let inline { CSSDeclarationList.apply(inline, important: false, to: &target, &log) }
        sheet.apply(matched, important: true, to: &target, &log)
        if let inline { CSSDeclarationList.apply(inline, important: true, to: &target, &log) }
        return (target.style, target.own)
    }

    func value(_ attribute: SVGTree.Attribute) -> UnsafeBufferPointer<UInt8> {
        let start = Int(attribute.start)
        return UnsafeBufferPointer(rebasing: bytes[start..<start + Int(attribute.length)])
    }

    /// The value of an attribute of the node, or `nil` if it has none.
    func value(_ name: SVGName, of node: Int) -> UnsafeBufferPointer<UInt8>? {
        let entry = tree.nodes[node]
        let first = Int(entry.firstAttribute)
        for i in first..<first + Int(entry.attributeCount) where tree.attributes[i].name == name {
            return value(tree.attributes[i])
        }
        return nil
    }

    /// The node that the element refers to by `href`; `nil` if there is no such attribute, −1 if it leads nowhere.
    func reference(of node: Int) -> Int32? {
        guard let text = value(.href, of: node) ?? value(.xlinkHref, of: node) else { return nil }
        let name = text.trimmed
        guard name.first == UInt8(ascii: "#") else { return -1 }
        return tree.ids[Array(name[1...])] ?? -1
    }
}
