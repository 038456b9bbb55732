extension Metrics {
    /// `metrics.json`: members always in the same order, two spaces of indentation.
    public var json: String {
        var root = JSONText()
        root.add("schema", Self.schema)
        root.add("frames", framesJSON)
        var latencies = JSONText()
        latencies.add("inputToPhotonMs", raw: Self.json(latency))
        root.add("latency", latencies)
        var lags = JSONText()
        lags.add("averagePx", lag.averagePx)
        lags.add("maxPx", lag.maxPx)
        root.add("lag", lags)
        root.add("coverage", coverageJSON)
        root.add("sharpness", sharpnessJSON)
        var stale = JSONText()
        stale.add("frameAgeMs", raw: Self.json(staleness.frameAgeMs))
        stale.add("maxSwapGapMs", staleness.maxSwapGapMs)
        root.add("staleness", stale)
        root.add("renders", rendersJSON)
        root.add("groundTruth", groundTruthJSON)
        var bytes = JSONText()
        bytes.add("peakTextureBytes", memory.peakTextureBytes)
        bytes.add("peakResidentBytes", memory.peakResidentBytes)
        bytes.add("bufferAllocations", memory.bufferAllocations)
        bytes.add("bufferReuses", memory.bufferReuses)
        root.add("memory", bytes)
        return Self.indented(root.text)
    }

    private var framesJSON: JSONText {
        var json = JSONText()
        json.add("expected", frames.expected)
        json.add("produced", frames.produced)
        json.add("droppedPercent", frames.droppedPercent)
        json.add("latePercent", frames.latePercent)
        json.add("hitchMsPerSecond", frames.hitchMsPerSecond)
        return json
    }

    private var coverageJSON: JSONText {
        var json = JSONText()
        json.add("blankPixelsMax", coverage.blankPixelsMax)
        json.add("blankPixelMs", coverage.blankPixelMs)
        json.add("checkerboardSeverity", coverage.checkerboardSeverity)
        json.add("fallbackPixelMs", coverage.fallbackPixelMs)
        return json
    }

    private var sharpnessJSON: JSONText {
        var json = JSONText()
        json.add("underResolution", sharpness.underResolution)
        json.add("timeToFullQualityMs", sharpness.timeToFullQualityMs)
        json.add("swapPop", sharpness.swapPop)
        return json
    }

    private var rendersJSON: JSONText {
        var json = JSONText()
        json.add("requested", renders.requested)
        json.add("started", renders.started)
        json.add("finished", renders.finished)
        json.add("replaced", renders.replaced)
        json.add("discarded", renders.discarded)
        json.add("wastedPercent", renders.wastedPercent)
        json.add("afterSettle", renders.afterSettle)
        return json
    }

    private var groundTruthJSON: JSONText {
        var json = JSONText()
        json.add("psnrMin", groundTruth?.psnrMin)
        json.add("psnrMean", groundTruth?.psnrMean)
        json.add("ssimMin", groundTruth?.ssimMin)
        json.add("wrongPercentMax", groundTruth?.wrongPercentMax)
        return json
    }

    private static func json(_ quantiles: Quantiles?) -> String {
        var json = JSONText()
        json.add("p50", quantiles?.p50)
        json.add("p95", quantiles?.p95)
        json.add("max", quantiles?.max)
        return json.text
    }

    /// Objects two deep on lines of their own; what is deeper stays on its line.
    private static func indented(_ text: String) -> String {
        var (result, depth) = ("", 0)
        for character in text {
            switch character {
            case "{":
                depth += 1
                result += depth <= 2 ? "{\n" + String(repeating: "  ", count: depth) : "{ "
            case "}":
                result += depth <= 2 ? "\n" + String(repeating: "  ", count: depth - 1) + "}" : " }"
                depth -= 1
            case ",": result += depth <= 2 ? ",\n" + String(repeating: "  ", count: depth) : ", "
            case ":": result += ": "
            default: result.append(character)
            }
        }
        return result + "\n"
    }
}
