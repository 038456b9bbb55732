import Pantograph

/// The measurements as JSON; `schema` names their meaning, which the help of `pantograph bench` tells.
enum BenchJSON {
    static let schema = "pantograph.bench/1"

    static func of(_ results: [BenchResult], edits: EditBench?, threads: Int, rounds: Int) -> JSONValue {
        var fields: [(String, JSONValue)] = [
            ("schema", .string(schema)), ("version", .string(PantographVersion.current)), ("threads", .int(threads)),
            ("rounds", .int(rounds)), ("width", .int(BenchView.size.width)), ("height", .int(BenchView.size.height)),
            ("scenes", .array(results.map(scene))),
        ]
        if let edits { fields.append(("edits", self.edits(edits))) }
        return .object(fields)
    }

    private static func edits(_ edits: EditBench) -> JSONValue {
        let rows = edits.rows.map { row in
            JSONValue.object([
                ("edit", .string(row.name)), ("fewMs", timing(row.few)), ("manyMs", timing(row.many)),
                ("ratio", .double(row.ratio)),
            ])
        }
        let calls = edits.calls.rows.map { row in
            JSONValue.object([
                ("call", .string(row.name)), ("fewMs", timing(row.few)), ("manyMs", timing(row.many)),
            ])
        }
        return .object([
            ("few", .int(edits.few)), ("many", .int(edits.many)), ("rows", .array(rows)), ("calls", .array(calls)),
        ])
    }

    private static func scene(_ result: BenchResult) -> JSONValue {
        var fields: [(String, JSONValue)] = [
            ("scene", .string(result.scene)), ("items", .int(result.items)),
            ("fileBytes", .int(result.fileBytes)), ("readingMs", timing(result.reading)),
            ("frames", .array(result.frames.map(frame))),
            (
                "samples0Ratio",
                .object(
                    BenchView.Name.allCases.map { view in
                        (view.rawValue, result.unsampledRatio(view, .cpu).map(JSONValue.double) ?? .null)
                    })
            ),
            (
                "peakResidentBytes",
                .object(result.peakResidentBytes.map { ($0.backend.rawValue, .int($0.bytes)) })
            ),
        ]
        if let outside = result.outside {
            fields.append(
                (
                    "outside",
                    .object([
                        ("visible", .int(outside.visible)), ("few", .int(outside.few)), ("many", .int(outside.many)),
                        ("fewMs", timing(outside.fewTime)), ("manyMs", timing(outside.manyTime)),
                        ("ratio", .double(outside.ratio)),
                    ])
                ))
        }
        let pans = result.pans.map { pan in
            JSONValue.object([
                ("backend", .string(pan.backend.rawValue)), ("wholeMs", timing(pan.whole)),
                ("pannedMs", timing(pan.panned)), ("ratio", .double(pan.ratio)), ("nextMs", timing(pan.next)),
                ("nextRatio", .double(pan.nextRatio)),
            ])
        }
        fields.append(("pans", .array(pans)))
        let givingWay = result.givingWay.map { row in
            JSONValue.object([
                ("backend", .string(row.backend.rawValue)), ("wholeMs", timing(row.whole)),
                ("leftMs", timing(row.left)),
            ])
        }
        fields.append(("givingWay", .array(givingWay)))
        if let compose = result.compose {
            let rows = compose.rows.map { row in
                JSONValue.object([
                    ("change", .string(row.name)), ("backend", .string(row.backend.rawValue)),
                    ("ms", timing(row.time)), ("copies", .double(compose.ratio(row))),
                ])
            }
            fields.append(("compose", .object([("copyMs", timing(compose.copy)), ("rows", .array(rows))])))
        }
        return .object(fields)
    }

    private static func frame(_ row: FrameBench.Row) -> JSONValue {
        var fields: [(String, JSONValue)] = [
            ("view", .string(row.view.rawValue)), ("backend", .string(row.backend.rawValue)),
            ("samples", .int(row.samples)), ("coldMs", timing(row.cold)), ("warmMs", timing(row.warm)),
        ]
        if let stages = row.stages {
            fields.append(("coldStagesMs", self.stages(stages.cold)))
            fields.append(("warmStagesMs", self.stages(stages.warm)))
        }
        if let device = row.device { fields.append(("deviceMs", timing(device))) }
        return .object(fields)
    }

    private static func stages(_ stages: FrameBench.Stages) -> JSONValue {
        .object([
            ("encode", .double(stages.encode.median)), ("cull", .double(stages.cull.median)),
            ("raster", .double(stages.raster.median)),
        ])
    }

    private static func timing(_ timing: Timing) -> JSONValue {
        .object([
            ("median", .double(timing.median)), ("min", .double(timing.minimum)),
            ("all", .array(timing.milliseconds.map(JSONValue.double))),
        ])
    }
}
