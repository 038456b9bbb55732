/// Draws an SVG document: walks its elements in painter's order, with styles, transforms and references resolved, and
/// makes an item of each fill and each stroke.
///
/// The walk keeps its own stack, so that neither deep nesting nor chains of references need any of the thread's. What
/// references multiply is counted, and bounded.
struct SVGInterpreter {
    /// What elements inside another one start from.
    struct Context {
        var transform: Transform2D<ItemSpace, CanvasSpace>
        var style = SVGStyle()
        var viewport: SVGViewport
        /// The product of the opacities of all groups around.
        var opacity: Float = 1
    }

    /// Elements that are being walked: those from `next` to `end` are still to come.
    struct Frame {
        var next: Int
        let end: Int
        /// The element whose content this is.
        let node: Int
        let context: Context
        /// Set while the one element that a `use` refers to is to come: the sizes that it may override.
        var use: UseSize?
        /// Whether the frame is inside an instance made by a `use`.
        var isInstance = false
        /// How many items there were when the frame began.
        let firstItem: Int
        /// Whether an opacity below 1 applies to the content as a whole.
        var isTranslucent = false
        /// The inner viewport that the content is clipped to.
        var clip: Clip?
    }

    struct UseSize {
        var width: SVGLength?
        var height: SVGLength?
    }

    struct Clip {
        var rect: Rect<ItemSpace>
        var transform: Transform2D<ItemSpace, CanvasSpace>
    }

    /// More frames than this are a chain of references made to exhaust memory.
    static let maximumFrames = 2 * XMLReader.maximumDepth

    let tree: SVGTree
    let cascade: SVGCascade
    let options: DrawingReader.Options
    var log = WarningLog()
    var items: [Item] = []
    var scratch = PathScratch()
    private var frames: [Frame] = []
    private var instances = 0
    /// The colour that stands for a gradient, by node; worked out once.
    var gradients: [Int32: SVGGradientColor] = [:]

    init(
        tree: SVGTree, bytes: UnsafeBufferPointer<UInt8>, sheet: CSSStyleSheet, options: DrawingReader.Options
    ) {
        self.tree = tree
        self.options = options
        cascade = SVGCascade(tree: tree, bytes: bytes, sheet: sheet)
        for problem in sheet.problems { log.note(problem.kind, line: problem.line, problem.detail) }
    }

    /// Draws the whole document.
    mutating func drawing() -> Drawing {
        var page: Rect<CanvasSpace>?
        if let root = outermostViewport() {
            page = root.page
            let (style, own) = cascade.style(of: 0, parent: SVGStyle(), log: &log)
            let context = Context(
                transform: root.transform, style: style, viewport: root.viewport, opacity: own.opacity)
            noteUnsupported(own, line: line(0))
            if own.isDisplayed, own.opacity > 0 {
                push(content(of: 0, context, isTranslucent: own.opacity < 1))
                walk()
            }
        }
        let drawing = Drawing(items, page: page)
        items = []
        return page == nil ? finished(drawing) : drawing
    }

    private mutating func walk() {
        while let frame = frames.last {
            if frame.next >= frame.end {
                finish(frame)
                frames.removeLast()
                continue
            }
            let node = frame.next
            frames[frames.count - 1].next = Int(tree.nodes[node].end)
            if frame.isInstance {
                instances += 1
                if instances > options.maximumInstances {
                    log.note(.tooManyInstances, line: line(node))
                    // Nothing inside an instance is drawn from here on.
                    while frames.last?.isInstance == true { finish(frames.removeLast()) }
                    continue
                }
            }
            visit(node, in: frame)
        }
    }

    /// Draws one element, or enters it.
    private mutating func visit(_ node: Int, in frame: Frame) {
        let element = tree.nodes[node].element
        switch element {
        case .defs, .style, .linearGradient, .radialGradient, .stop, .pattern, .clipPath, .mask, .filter, .marker,
            .ignored:
            return
        case .symbol where frame.use == nil:
            return
        default: break
        }
        guard passesConditions(node) else { return }
        let (style, own) = cascade.style(of: node, parent: frame.context.style, log: &log)
        guard own.isDisplayed, own.opacity > 0 else { return }
        var context = frame.context
        context.style = style
        context.opacity *= own.opacity
        if let text = cascade.value(.transform, of: node) {
            if let transform = SVGTransformParser.parse(text) {
                context.transform = transform.concatenating(context.transform)
            } else {
                log.note(.transform, line: line(node), text.excerpt)
            }
        }
        guard context.transform.isFinite else {
            log.note(.outOfRange, line: line(node))
            return
        }
        noteUnsupported(own, line: line(node))
        switch element {
        case .g, .a: push(content(of: node, context, isTranslucent: own.opacity < 1, in: frame))
        case .switch: enterSwitch(node, context, own, in: frame)
        case .svg, .symbol: enterViewport(node, context, own, in: frame)
        case .use: enterUse(node, context, own, in: frame)
        case .text: if style.isVisible { log.note(.text, line: line(node)) }
        case .image: if style.isVisible { log.note(.image, line: line(node)) }
        case .foreignObject, .unknown: noteUnknown(node)
        default: drawShape(node, element, context, own)
        }
    }

    // MARK: Frames

    func line(_ node: Int) -> Int { Int(tree.nodes[node].line) }

    private func content(of node: Int, _ context: Context, isTranslucent: Bool, in outer: Frame? = nil) -> Frame {
        Frame(
            next: node + 1, end: Int(tree.nodes[node].end), node: node, context: context,
            isInstance: outer?.isInstance ?? false, firstItem: items.count, isTranslucent: isTranslucent)
    }

    private mutating func push(_ frame: Frame) {
        guard frames.count < Self.maximumFrames else {
            log.note(.tooDeep, line: line(frame.node))
            return
        }
        frames.append(frame)
    }

    /// What can only be told once the content is there: whether an opacity or a viewport made a difference.
    private mutating func finish(_ frame: Frame) {
        // One item made translucent is exact; several are not, where they overlap.
        if frame.isTranslucent, items.count > frame.firstItem + 1 { log.note(.groupOpacity, line: line(frame.node)) }
        if let clip = frame.clip {
            let box = clip.rect.applying(clip.transform).outset(by: 0.5)
            if items[frame.firstItem...].contains(where: { !box.contains($0.inkBounds) }) {
                log.note(.viewportClip, line: line(frame.node))
            }
        }
    }

    private mutating func enterSwitch(_ node: Int, _ context: Context, _ own: SVGOwnStyle, in outer: Frame) {
        var child = node + 1
        let end = Int(tree.nodes[node].end)
        while child < end, !passesConditions(child) { child = Int(tree.nodes[child].end) }
        guard child < end else { return }
        push(
            Frame(
                next: child, end: Int(tree.nodes[child].end), node: node, context: context,
                isInstance: outer.isInstance, firstItem: items.count, isTranslucent: own.opacity < 1))
    }

    private mutating func enterUse(_ node: Int, _ context: Context, _ own: SVGOwnStyle, in outer: Frame) {
        guard let reference = cascade.reference(of: node) else { return }
        guard reference >= 0, tree.nodes[Int(reference)].element.isUsable else {
            log.note(
                .reference, line: line(node),
                (cascade.value(.href, of: node) ?? cascade.value(.xlinkHref, of: node))?.excerpt ?? "")
            return
        }
        let target = Int(reference)
        // The target is being drawn already: it contains this element, or refers to it.
        if target == node || frames.contains(where: { $0.node == target }) {
            log.note(.cycle, line: line(node))
            return
        }
        var context = context
        let x = length(.x, of: node, context, whole: context.viewport.width, else: 0)
        let y = length(.y, of: node, context, whole: context.viewport.height, else: 0)
        context.transform = Transform2D<ItemSpace, ItemSpace>(translationX: x, y: y).concatenating(context.transform)
        push(
            Frame(
                next: target, end: Int(tree.nodes[target].end), node: node, context: context,
                use: UseSize(width: size(.width, of: node), height: size(.height, of: node)), isInstance: true,
                firstItem: items.count, isTranslucent: own.opacity < 1))
    }

    /// Enters an inner `svg`, or a `symbol` or `svg` that a `use` refers to.
    private mutating func enterViewport(_ node: Int, _ context: Context, _ own: SVGOwnStyle, in outer: Frame) {
        var context = context
        let whole = context.viewport
        let x = length(.x, of: node, context, whole: whole.width, else: 0)
        let y = length(.y, of: node, context, whole: whole.height, else: 0)
        let everything = SVGLength(value: 100, unit: .percent)
        let font = context.style.fontSize
        let width = (outer.use?.width ?? size(.width, of: node) ?? everything).resolved(
            whole: whole.width, fontSize: font)
        let height = (outer.use?.height ?? size(.height, of: node) ?? everything).resolved(
            whole: whole.height, fontSize: font)
        // No area: nothing shows.
        guard width > 0, height > 0 else { return }
        let toViewport = Transform2D<ItemSpace, ItemSpace>(translationX: x, y: y).concatenating(context.transform)
        context.transform = toViewport
        context.viewport = SVGViewport(width: width, height: height)
        if let box = viewBox(of: node) {
            guard let fit = box.transform(toWidth: width, height: height, aspectRatio(of: node)) else { return }
            context.transform = fit.concatenating(toViewport)
            context.viewport = SVGViewport(width: box.width, height: box.height)
        }
        var frame = content(of: node, context, isTranslucent: own.opacity < 1, in: outer)
        if !own.overflows {
            frame.clip = Clip(rect: Rect(x: 0, y: 0, width: width, height: height), transform: toViewport)
        }
        push(frame)
    }
}
