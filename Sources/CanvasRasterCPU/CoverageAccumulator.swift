import CPixelKernels
import CanvasRender
import CanvasScene

/// Turns the edges of one item into coverage.
///
/// Every cell holds a *difference*: the sum of a row's cells up to a pixel is that pixel's signed coverage, `Fixed.full`
/// for each time the outline winds around it. Two ways of adding an edge exist: by area (`addEdge`), which is exact
/// antialiasing, and by pixel centre (`addCenterEdge`), which is none.
///
/// Sources: Levien, "Inside the fastest font renderer in the world" (font-rs, 2016), for the accumulation of signed
/// area differences; FreeType's `ftgrays.c` for area and cover per cell.
struct CoverageAccumulator: ~Copyable {
    /// What is known of an item before its edges are added. Constants at every place of use, so that each mode is
    /// compiled by itself.
    struct Mode {
        /// Whether all edges lie within the clip, so that none has to be cut.
        var isInside: Bool
        /// Whether the cells that each row uses are kept track of. Where a row has no more than a few vectors of cells,
        /// looking at all of them is cheaper.
        var isTracked: Bool

        /// Small, and not cut by anything.
        static let small = Mode(isInside: true, isTracked: false)
        static let whole = Mode(isInside: true, isTracked: true)
        static let clipped = Mode(isInside: false, isTracked: true)
    }

    /// The widest clip, in cells, that is not tracked.
    private static let narrowStride = 24

    /// Cells after the last row's: zeros may be added to them.
    private static let slack = 8

    /// All zero, but for the cells of the item in work.
    private(set) var cells: UnsafeMutablePointer<Int32>
    private var cellCapacity: Int
    /// First and last cell of each row that were added to.
    private(set) var rows: UnsafeMutablePointer<pk_extent>
    private var rowCapacity: Int

    private(set) var width: Int32 = 0
    private(set) var height: Int32 = 0
    /// Cells a row, a multiple of 8: the pixels, and at least two more that hold what would change the pixels right of
    /// the clip.
    private(set) var stride = 0
    private var fixedWidth: Int32 = 0

    /// Whether a clip of this width is narrow enough for `Mode.small`.
    @inline(__always)
    var isNarrow: Bool { stride <= Self.narrowStride }

    /// Whether the kernels in C do the work; their definitions in Swift give the same bytes.
    let usesVectors: Bool

    init(usesVectors: Bool) {
        self.usesVectors = usesVectors
        cellCapacity = 4096 + Self.slack
        cells = .allocate(capacity: cellCapacity)
        cells.initialize(repeating: 0, count: cellCapacity)
        rowCapacity = 64
        rows = .allocate(capacity: rowCapacity)
        rows.initialize(repeating: pk_extent.none, count: rowCapacity)
    }

    deinit {
        cells.deallocate()
        rows.deallocate()
    }

    /// Makes ready for an item clipped to `width` × `height` pixels; edges are then given relative to that clip.
    @inline(__always)
    mutating func begin(width: Int32, height: Int32) {
        self.width = width
        self.height = height
        fixedWidth = width << Fixed.bits
        stride = Int(width &+ 9) & ~7
        if stride &* Int(height) &+ Self.slack > cellCapacity || Int(height) > rowCapacity { grow() }
    }

    /// Bytes held.
    var byteCount: Int { cellCapacity * 4 + rowCapacity * MemoryLayout<pk_extent>.stride }

    @inline(never)
    private mutating func grow() {
        let needed = stride * Int(height) + Self.slack
        if needed > cellCapacity {
            cells.deallocate()
            cellCapacity = max(needed, cellCapacity * 2)
            cells = .allocate(capacity: cellCapacity)
            cells.initialize(repeating: 0, count: cellCapacity)
        }
        if Int(height) > rowCapacity {
            rows.deallocate()
            rowCapacity = max(Int(height), rowCapacity * 2)
            rows = .allocate(capacity: rowCapacity)
            rows.initialize(repeating: pk_extent.none, count: rowCapacity)
        }
    }

    /// Paints what was accumulated, and leaves the accumulator empty.
    ///
    /// - Parameters:
    ///   - pixels: the pixel at the clip's top-left corner.
    ///   - pixelStride: pixels from one row to the next.
    ///   - room: pixels from there to the end of the row.
    ///   - isTracked: whether the edges were added in a mode that keeps track of cells.
    @inline(__always)
    func paint(
        _ ink: Ink, rule: FillRule, onto pixels: UnsafeMutablePointer<UInt32>, pixelStride: Int, room: Int,
        isTracked: Bool
    ) {
        CoverageKernel.paint(
            cells, cellStride: stride, isTracked ? rows : nil, width: width, height: height, room: room, pk_ink(ink),
            isEvenOdd: rule == .evenOdd, onto: pixels, pixelStride: pixelStride,
            usesVectors: usesVectors)
    }

    // MARK: - Area

    /// Adds the area to the right of an edge. Positions are fixed point, relative to the clip's top-left corner.
    @inline(__always)
    func addEdge(_ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, _ mode: Mode) {
        if y0 == y1 { return }
        let row = y0 >> Fixed.bits
        if (y0 ^ y1) >> Fixed.bits == 0 {
            if mode.isInside || UInt32(bitPattern: row) < UInt32(bitPattern: height) {
                addSpan(row, x0, x1, y1 &- y0, nil, mode)
            }
            return
        }
        // From top to bottom, whichever way it runs: two shapes that share an edge then see the same one.
        if y0 < y1 {
            addTallEdge(x0, y0, x1, y1, 1, mode)
        } else {
            addTallEdge(x1, y1, x0, y0, -1, mode)
        }
    }

    /// Adds an edge that may touch several rows; `y0 < y1`.
    @inline(__always)
    private func addTallEdge(_ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, _ sign: Int32, _ mode: Mode) {
        let firstRow = y0 >> Fixed.bits
        let lastRow = (y1 &- 1) >> Fixed.bits
        let (dx, dy) = (x1 &- x0, y1 &- y0)
        let slope = Double(dx) / Double(dy)
        let rise = SpanProfile.rise(dy &* sign, dx)
        var row = firstRow
        var end = lastRow
        if !mode.isInside {
            row = max(firstRow, 0)
            end = min(lastRow, height &- 1)
            if row > end { return }
        }
        var x = x0
        var y = y0
        if !mode.isInside, row != firstRow {
            y = row << Fixed.bits
            x = x0 &+ Fixed.rounded(slope * Double(y &- y0))
        }
        while row < end {
            let bottom = (row &+ 1) << Fixed.bits
            let next = x0 &+ Fixed.rounded(slope * Double(bottom &- y0))
            addSpan(row, x, next, (bottom &- y) &* sign, rise, mode)
            x = next
            y = bottom
            row &+= 1
        }
        if mode.isInside || row == lastRow {
            addSpan(row, x, x1, (y1 &- y) &* sign, rise, mode)
        } else {
            let bottom = (row &+ 1) << Fixed.bits
            let next = x0 &+ Fixed.rounded(slope * Double(bottom &- y0))
            addSpan(row, x, next, (bottom &- y) &* sign, rise, mode)
        }
    }

    /// Adds a piece of an edge that lies in one row and has the signed height `dy`; `rise` is the edge's height ÷ width,
    /// with the sign of `dy`, where it is known.
    @inline(__always)
    private func addSpan(_ row: Int32, _ xa: Int32, _ xb: Int32, _ dy: Int32, _ rise: Float?, _ mode: Mode) {
        let left = min(xa, xb)
        let right = max(xa, xb)
        // Left of the clip, or right of it: one of the two is negative.
        if !mode.isInside, left | (fixedWidth &- right) < 0 { return addClippedSpan(row, left, right, dy, rise) }
        let first = left >> Fixed.bits
        let base = first << Fixed.bits
        let cell = cells + (Int(row) &* stride &+ Int(first))
        let cover = dy << Fixed.coverShift
        if right &- base <= Fixed.one {
            let after = (dy &* (left &+ right &- 2 &* base)) >> Fixed.areaShift
            cell[0] &+= cover &- after
            cell[1] &+= after
            if mode.isTracked { touch(row, first, first &+ 1) }
        } else {
            let rise = rise ?? SpanProfile.rise(dy, right &- left)
            if right &- base <= 2 * Fixed.one {
                // Two pixels: the triangle in each, the rest in the cell after.
                let middle = base &+ Fixed.one
                let before = SpanProfile.corner(rise, middle &- left)
                let after = SpanProfile.corner(rise, right &- middle)
                cell[0] &+= before
                cell[1] &+= cover &- before &- after
                cell[2] &+= after
                if mode.isTracked { touch(row, first, first &+ 2) }
            } else {
                let profile = SpanProfile(left, right, dy, rise)
                addWideSpan(cell, profile)
                if mode.isTracked { touch(row, first, profile.last) }
            }
        }
    }

    @inline(never)
    private func addWideSpan(_ cell: UnsafeMutablePointer<Int32>, _ profile: SpanProfile) {
        var before: Int32 = 0
        for c in 0...(profile.last &- profile.first) {
            let sum = profile.sum(through: profile.first &+ c)
            cell[Int(c)] &+= sum &- before
            before = sum
        }
    }

    /// As `addSpan` where the piece leaves the clip on the left or on the right: what lies left of the clip counts in
    /// its first cell, what lies right of it not at all.
    @inline(never)
    private func addClippedSpan(_ row: Int32, _ left: Int32, _ right: Int32, _ dy: Int32, _ rise: Float?) {
        if left >= fixedWidth { return }
        let line = cells + Int(row) &* stride
        if right <= 0 {
            line[0] &+= dy << Fixed.coverShift
            touch(row, 0, 0)
            return
        }
        let profile = SpanProfile(left, right, dy, rise ?? SpanProfile.rise(dy, right &- left))
        let first = max(profile.first, 0)
        let last = min(profile.last, width)
        var before: Int32 = 0
        var c = first
        while c <= last {
            let sum = profile.sum(through: c)
            line[Int(c)] &+= sum &- before
            before = sum
            c &+= 1
        }
        touch(row, first, last)
    }

    @inline(__always)
    private func touch(_ row: Int32, _ first: Int32, _ last: Int32) {
        let extent = rows + Int(row)
        if first < extent.pointee.first { extent.pointee.first = first }
        if last > extent.pointee.last { extent.pointee.last = last }
    }

    // MARK: - Pixel centres

    /// Adds an edge for pixel centres only: a pixel is inside where the outline winds around its centre.
    ///
    /// A centre exactly on an edge belongs to the shape on the right of it, or below it: abutting shapes leave no gap
    /// and share no pixel.
    @inline(__always)
    func addCenterEdge(_ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, _ mode: Mode) {
        // Rows whose centre lies in [top, bottom).
        let half = Fixed.one / 2
        let r0 = (y0 &+ (half &- 1)) >> Fixed.bits
        let r1 = (y1 &+ (half &- 1)) >> Fixed.bits
        if r0 == r1 { return }
        if r0 < r1 {
            addCenters(x0, y0, x1, y1, r0, r1, Fixed.full, mode)
        } else {
            addCenters(x1, y1, x0, y0, r1, r0, -Fixed.full, mode)
        }
    }

    @inline(__always)
    private func addCenters(
        _ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, _ firstRow: Int32, _ endRow: Int32, _ value: Int32,
        _ mode: Mode
    ) {
        var row = mode.isInside ? firstRow : max(firstRow, 0)
        let end = mode.isInside ? endRow : min(endRow, height)
        if row >= end { return }
        let half = Fixed.one / 2
        let slope = Double(x1 &- x0) / Double(y1 &- y0)
        while row < end {
            // Rounded up, then to the next pixel whose centre is not left of the crossing.
            let along = slope * Double((row << Fixed.bits) &+ half &- y0)
            let whole = Fixed.rounded(along)
            let x = x0 &+ whole &+ (Double(whole) < along ? 1 : 0)
            let column = (x &+ (half &- 1)) >> Fixed.bits
            if mode.isInside {
                cells[Int(row) &* stride &+ Int(column)] &+= value
                if mode.isTracked { touch(row, column, column) }
            } else if column < width {
                let first = max(column, 0)
                cells[Int(row) &* stride &+ Int(first)] &+= value
                touch(row, first, first)
            }
            row &+= 1
        }
    }
}

/// How the cover of a piece of an edge within one row is spread over the columns.
///
/// The sums are integers given in closed form for any column, so that a clip changes none of them.
struct SpanProfile {
    /// The column where the piece begins.
    let first: Int32
    /// The last cell that the piece changes: one past the column where it ends.
    let last: Int32
    private let cover: Int32
    private let firstPart: Int32
    private let lastPart: Int32
    private let step: Int64
    private let second: Int64

    /// - Parameter rise: the edge's, as `rise` gives it.
    init(_ left: Int32, _ right: Int32, _ dy: Int32, _ rise: Float) {
        first = left >> Fixed.bits
        last = max((right &+ Fixed.mask) >> Fixed.bits, first &+ 1)
        cover = dy << Fixed.coverShift
        let base = first << Fixed.bits
        if last == first &+ 1 {
            lastPart = (dy &* (left &+ right &- 2 &* base)) >> Fixed.areaShift
            firstPart = cover &- lastPart
            second = 0
            step = 0
            return
        }
        let inFirst = base &+ Fixed.one &- left
        firstPart = Self.corner(rise, inFirst)
        lastPart = Self.corner(rise, right &- (last &- 1) << Fixed.bits)
        // A pixel that the piece crosses from side to side is covered as far as the piece has come at its middle.
        let rate = Double(cover) / Double(right &- left) * Double(1 << 24)
        second = Int64(rate * Double(inFirst &+ Fixed.one / 2))
        step = Int64(rate * Double(Fixed.one))
    }

    /// An edge's height ÷ width, with the sign of `dy`, as `corner` takes it.
    @inline(__always)
    static func rise(_ dy: Int32, _ dx: Int32) -> Float {
        Float(dy) / Float(bitPattern: Float(dx).bitPattern & 0x7FFF_FFFF) * (1 / Float(1 << Fixed.areaShift))
    }

    /// The area between a piece's end and the pixel border `reach` away from it.
    @inline(__always)
    static func corner(_ rise: Float, _ reach: Int32) -> Int32 {
        let reach = Float(reach)
        return Fixed.rounded(rise * (reach * reach))
    }

    /// The sum of the cells up to and including column `c`.
    @inline(__always)
    func sum(through c: Int32) -> Int32 {
        if c >= last { return cover }
        if c < first { return 0 }
        if c == last &- 1 { return cover &- lastPart }
        if c == first { return firstPart }
        return Int32(truncatingIfNeeded: (second &+ step &* Int64(c &- first &- 1)) >> 24)
    }
}
