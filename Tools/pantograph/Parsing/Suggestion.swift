/// Finds what somebody who mistyped may have meant.
enum Suggestion {
    /// The candidate that is nearest to `word`, if it is near enough to be meant.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        // A name typed in full but for its end, or its beginning, is meant however much is missing.
        let near = candidates.map { ($0, distance(word, $0)) }.min { $0.1 < $1.1 }
        if let near, near.1 <= max(1, word.count / 3) { return near.0 }
        let beginnings = candidates.filter { word.count > 3 && $0.hasPrefix(word) }
        return beginnings.count == 1 ? beginnings[0] : nil
    }

    /// How many letters must be put in, taken out, replaced or swapped with their neighbour to make `b` of `a`
    /// (Damerau–Levenshtein distance, restricted).
    static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a.prefix(64)), Array(b.prefix(64)))
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var best = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
