import CanvasReplay
import CanvasTestSupport
import Testing

/// Recordings small enough to read.
@Suite("Imports")
struct ImportTests {
    static func read(_ text: String, description: String? = nil) throws -> TraceReading {
        try GestureTrace.read(recording: Array(text.utf8), description: description.map { Array($0.utf8) })
    }

    /// An evemu recording with 1000 × 500 units; events are `ms type code value`, with names for the codes.
    static func evemu(_ header: String = "", _ events: String) -> String {
        let names = [
            "SLOT": "0003 002f", "ID": "0003 0039", "X": "0003 0035", "Y": "0003 0036", "P": "0003 003a",
            "TOOL": "0003 0037", "SYN": "0000 0000", "MT": "0000 0002", "DROP": "0000 0003", "TOUCH": "0001 014a",
            "PEN": "0001 0140", "RUBBER": "0001 0141", "AX": "0003 0000", "AY": "0003 0001", "AP": "0003 0018",
            "HOVER": "0003 003b",
        ]
        var text =
            "# EVEMU 1.3\nN: a device\nA: 35 0 999 0 0\nA: 36 0 499 0 0\nA: 00 0 999 0 0\nA: 01 0 499 0 0\n" + header
        for line in events.split(separator: "\n") {
            for event in line.drop(while: { $0 != ":" }).dropFirst().split(separator: ",") {
                let words = event.split(separator: " ")
                let milliseconds = Int(line.prefix { $0 != ":" }.filter { $0 != " " })!
                let digits = String(milliseconds % 1000)
                let fraction = String(repeating: "0", count: 3 - digits.count) + digits + "000"
                text +=
                    "E: \(milliseconds / 1000).\(fraction) \(names[String(words[0])]!) \(words.count > 1 ? words[1] : "0")\n"
            }
        }
        return text
    }

    static func summary(_ trace: GestureTrace) -> [String] {
        trace.events.map { "\($0.time) \($0.action) \($0.id) \($0.x) \($0.y)" }
    }

    @Test("protocol B: slots keep what they were told, contacts follow tracking ids")
    func protocolB() throws {
        let r = try Self.read(
            Self.evemu(
                """
                A: 3a 0 200 0 0

                """,
                """
                1000: ID 7, X 100, Y 200, P 50, TOUCH 1, SYN
                1010: SLOT 1, ID 8, X 300, Y 200, SLOT 0, X 110, SYN
                1020: SLOT 1, ID -1, SYN
                1030: SLOT 0, ID 9, X 500, SYN
                1040: ID -1, TOUCH 0, SYN
                """))
        #expect(r.warnings.isEmpty)
        #expect(r.trace.width == 1000 && r.trace.height == 500 && r.trace.device == "a device")
        #expect(
            Self.summary(r.trace) == [
                "0.0 down 1 100.0 200.0", "10.0 move 1 110.0 200.0", "10.0 down 2 300.0 200.0",
                "20.0 up 2 300.0 200.0", "30.0 up 1 110.0 200.0", "30.0 down 3 500.0 200.0",
                "40.0 up 3 500.0 200.0",
            ])
        #expect(r.trace.events[0].pressure == 0.25 && r.trace.events[2].pressure == nil)
    }

    @Test("protocol A: anonymous contacts are told apart by where they are")
    func protocolA() throws {
        let r = try Self.read(
            Self.evemu(
                "",
                """
                0: X 100, Y 100, MT, X 800, Y 100, MT, SYN
                10: X 790, Y 110, MT, X 120, Y 100, MT, SYN
                20: X 130, Y 100, MT, SYN
                30: MT, SYN
                """))
        #expect(r.warnings.isEmpty)
        #expect(
            Self.summary(r.trace) == [
                "0.0 down 1 100.0 100.0", "0.0 down 2 800.0 100.0", "10.0 move 1 120.0 100.0",
                "10.0 move 2 790.0 110.0", "20.0 up 2 790.0 110.0", "20.0 move 1 130.0 100.0",
                "30.0 up 1 130.0 100.0",
            ])
    }

    @Test("protocol A: a report about other things says nothing about contacts; BTN_TOUCH 0 lifts all")
    func protocolAOtherReports() throws {
        let r = try Self.read(
            Self.evemu("", "0: X 100, Y 100, MT, SYN\n10: AP 3, SYN\n20: X 102, Y 100, MT, SYN\n30: TOUCH 0, SYN"))
        #expect(r.trace.contactCount == 1)
        #expect(r.trace.events.map(\.action) == [.down, .move, .up])
    }

    @Test("protocol A: tracking ids are used where a device has them")
    func protocolAIdentified() throws {
        let r = try Self.read(
            Self.evemu(
                "",
                """
                0: X 100, Y 100, ID 0, MT, X 200, Y 100, ID 1, MT, SYN
                10: X 201, Y 100, ID 0, MT, X 101, Y 100, ID 1, MT, SYN
                """))
        #expect(Self.summary(r.trace).contains("10.0 move 1 201.0 100.0"))
        #expect(r.warnings.map(\.message) == ["contacts that are still down at the end were lifted there"])
    }

    @Test("a pen: pressure, hover, and the eraser at its other end")
    func pen() throws {
        let r = try Self.read(
            Self.evemu(
                "A: 18 0 2047 0 0\n",
                """
                0: PEN 1, AX 100, AY 100, SYN
                10: AX 110, TOUCH 1, AP 1024, SYN
                20: AX 120, AP 2047, SYN
                30: TOUCH 0, AP 0, SYN
                40: PEN 0, SYN
                50: RUBBER 1, AX 300, SYN
                60: TOUCH 1, AP 100, SYN
                70: TOUCH 0, SYN
                """))
        #expect(
            Self.summary(r.trace) == [
                "10.0 down 1 110.0 100.0", "20.0 move 1 120.0 100.0", "30.0 up 1 120.0 100.0",
                "60.0 down 2 300.0 100.0", "70.0 up 2 300.0 100.0",
            ])
        #expect(r.trace.events[0].tool == .pen && r.trace.events[3].tool == .eraser)
        #expect(r.trace.events[0].pressure == 0.5002 && r.trace.events[1].pressure == 1)
    }

    @Test("a pen without a touch button touches where it presses")
    func pressurePen() throws {
        let r = try Self.read(
            Self.evemu("", "0: PEN 1, AX 10, AY 10, AP 0, SYN\n10: AP 50, SYN\n20: AX 20, AP 100, SYN\n30: AP 0, SYN"))
        #expect(r.trace.events.map(\.action) == [.down, .move, .up])
        #expect(r.trace.events.map(\.pressure) == [0.5, 1, 1])
    }

    @Test("a single touch")
    func singleTouch() throws {
        let r = try Self.read(
            Self.evemu("", "0: AX 10, AY 20, TOUCH 1, SYN\n10: AY 25, SYN\n20: TOUCH 0, SYN"))
        #expect(
            Self.summary(r.trace) == ["0.0 down 1 10.0 20.0", "10.0 move 1 10.0 25.0", "20.0 up 1 10.0 25.0"])
        #expect(r.trace.events[0].tool == .finger)
    }

    @Test("a contact that was down before the recording began comes down with its first position")
    func downAtStart() throws {
        let r = try Self.read(Self.evemu("", "0: X 100, SYN\n10: Y 50, SYN\n20: X 105, SYN\n30: ID -1, SYN"))
        #expect(
            Self.summary(r.trace) == ["10.0 down 1 100.0 50.0", "20.0 move 1 105.0 50.0", "30.0 up 1 105.0 50.0"])
    }

    @Test("after SYN_DROPPED everything up to the next report is ignored, with a warning")
    func dropped() throws {
        let r = try Self.read(
            Self.evemu(
                "", "0: ID 1, X 10, Y 10, SYN\n10: DROP, X 900, SYN\n20: X 20, SYN\n30: ID -1, SYN"))
        #expect(r.trace.events.map(\.x) == [10, 20, 20])
        #expect(r.warnings.count == 1)
    }

    @Test("hovering fingers and palms do not touch")
    func hoverAndPalm() throws {
        let r = try Self.read(
            Self.evemu(
                "",
                """
                0: ID 1, X 10, Y 10, HOVER 5, SYN
                10: HOVER 0, SYN
                20: SLOT 1, ID 2, X 500, Y 400, TOOL 2, SYN
                30: SLOT 0, ID -1, SLOT 1, ID -1, SYN
                """))
        #expect(r.trace.contactCount == 1 && r.trace.events[0].time == 10)
    }

    @Test("a semi-multi-touch pad gives the middle of its box, so that it never zooms by itself")
    func semiMultiTouch() throws {
        let r = try Self.read(
            Self.evemu(
                "P: 08 00 00 00 00 00 00 00\n",
                "0: ID 1, X 100, Y 100, SLOT 1, ID 2, X 500, Y 100, SYN\n10: SLOT 0, X 300, SYN\n20: ID -1, SYN\n30: SLOT 1, X 550, SYN\n40: ID -1, SYN"
            ))
        #expect(r.trace.maximumContacts == 1)
        // From 300 to 400 with both; when one corner goes away, the other carries on from there.
        #expect(r.trace.events.map(\.x) == [300, 400, 450, 450])
        #expect(r.warnings.count == 1)
    }

    @Test("axes of different resolution keep the shape of the device")
    func resolution() throws {
        let r = try Self.read(
            "# EVEMU 1.3\nA: 35 0 32767 0 0 55\nA: 36 0 32767 0 0 98\n"
                + "E: 0.0 0003 0039 1\nE: 0.0 0003 0035 55\nE: 0.0 0003 0036 98\nE: 0.0 0000 0000 0\n"
                + "E: 0.1 0003 0039 -1\nE: 0.1 0000 0000 0\n")
        // A millimetre along x and a millimetre along y are equally long.
        #expect(r.trace.events[0].x == 55 && abs(r.trace.events[0].y - 55) < 1e-9)
        #expect(abs(r.trace.width / r.trace.height - 98.0 / 55) < 1e-9)
    }

    @Test("without axis ranges the observed extent is used, with a warning; a description beside gives them")
    func observedExtent() throws {
        let events =
            "E: 9.0 0003 0039 1\nE: 9.0 0003 0035 300\nE: 9.0 0003 0036 200\nE: 9.0 0000 0000 0\n"
            + "E: 9.1 0003 0035 499\nE: 9.1 0003 0036 299\nE: 9.1 0000 0000 0\nE: 9.2 0003 0039 -1\nE: 9.2 0000 0000 0\n"
        let r = try Self.read(events)
        #expect(r.trace.width == 200 && r.trace.height == 100)
        #expect(r.trace.events[0].x == 0 && r.trace.events[1].y == 99)
        #expect(r.warnings.count == 1)
        let described = try Self.read(events, description: "N: pad\nA: 35 0 1023 0 0\nA: 36 100 611 0 0\n")
        #expect(described.warnings.isEmpty)
        #expect(described.trace.width == 1024 && described.trace.height == 512 && described.trace.device == "pad")
        #expect(described.trace.events[0].x == 300 && described.trace.events[0].y == 100)
    }

    @Test("libinput record")
    func libinput() throws {
        let r = try Self.read(
            """
            # libinput record
            version: 1
            ndevices: 2
            libinput:
              version: "1.19.0"
            devices:
            - node: /dev/input/event3
              evdev:
                # Name: a keyboard
                name: "a keyboard"
              events:
              - evdev:
                - [  0,      0,   1,  30,       1] # EV_KEY / KEY_A  1
            - node: /dev/input/event5
              evdev:
                name: "a touchscreen"
                id: [3, 1267, 681, 272]
                codes:
                  3: [0, 1, 47, 53, 54, 57] # EV_ABS
                absinfo:
                  53: [0, 999, 0, 0, 10]
                  54: [0, 499, 0, 0, 10]
                properties: [1]
              udev:
                properties:
                - ID_INPUT=1
              quirks:
              events:
              # Current time is 12:00:00
              - evdev:
                - [  1, 999000,   3,  57,       4] # EV_ABS / ABS_MT_TRACKING_ID
                - [  1, 999000,   3,  53,     100] # EV_ABS / ABS_MT_POSITION_X
                - [  1, 999000,   3,  54,     200] # EV_ABS / ABS_MT_POSITION_Y
                - [  1, 999000,   0,   0,       0] # ------------ SYN_REPORT (0) ----------
              - libinput:
                - {time: 1.99, type: TOUCH_DOWN, slot: 0, seat_slot: 0}
              - evdev:
                - [  2,   1500,   3,  57,      -1]
                - [  2,   1500,   0,   0,       0]
            """)
        #expect(r.trace.device == "a touchscreen" && r.trace.width == 1000 && r.trace.height == 500)
        #expect(Self.summary(r.trace) == ["0.0 down 1 100.0 200.0", "2.5 up 1 100.0 200.0"])
        #expect(r.warnings.map(\.message) == ["of several devices recorded only “a touchscreen” was read"])
    }

    @Test("getevent with its list of devices, paths on every line, and numbers instead of names")
    func getevent() throws {
        let r = try Self.read(
            """
            add device 1: /dev/input/event2
              name:     "touch_dev"
              events:
                KEY (0001): BTN_TOUCH
                ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                            ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0
                            ABS_MT_POSITION_Y     : value 0, min 0, max 1919, fuzz 0, flat 0, resolution 0
            [   1807.354865] /dev/input/event0: EV_KEY       KEY_POWER            DOWN
            [   1807.354865] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   0000027d
            [   1807.354874] /dev/input/event2: 0003 0035 000000ff
            [   1807.354878] /dev/input/event2: EV_ABS       ABS_MT_POSITION_Y    00000010
            [   1807.354894] /dev/input/event2: EV_SYN       SYN_REPORT           00000000
            [   1807.364865] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   ffffffff
            [   1807.364894] /dev/input/event2: EV_SYN       SYN_REPORT           00000000
            """)
        #expect(r.trace.width == 1080 && r.trace.height == 1920 && r.trace.device == "touch_dev")
        #expect(r.trace.events.map(\.action) == [.down, .up])
        #expect(r.trace.events[0].x == 255 && r.trace.events[0].y == 16)
    }

    @Test("pointer events of Flutter's tests")
    func flutter() throws {
        let r = try Self.read(
            """
            import 'package:flutter/gestures.dart';
            const List<PointerEvent> data = <PointerEvent>[
              PointerDownEvent(
                timeStamp: Duration(milliseconds: 1000),
                pointer: 1,
                position: Offset(270.0, 538.25),
              ),
              PointerMoveEvent(
                timeStamp: Duration(microseconds: 1008500),
                pointer: 1,
                position: Offset(170.0, 438.25),
              ),
              PointerUpEvent(
                timeStamp: Duration(milliseconds: 1016),
                pointer: 1,
                position: Offset(170.0, 438.25),
              ),
            ];
            """)
        #expect(Self.summary(r.trace) == ["0.0 down 1 100.0 100.0", "8.5 move 1 0.0 0.0", "16.0 up 1 0.0 0.0"])
        #expect(r.trace.width == 101 && r.warnings.count == 1)
        #expect(throws: TraceError.self) { try Self.read("PointerDownEvent(\n  pointer: 1,\n") }
    }

    @Test("what is no recording, or holds no contact, is an error")
    func errors() {
        for text in [
            "noise", "PNG\u{0}\u{1}", "# EVEMU 1.3\nE: 0.1 0003 zz 5\n", "N: name\nA: 35 0 99 0 0\n",
            "# EVEMU 1.3\nE: 0.0 0003 0035 1\nE: 0.0 0000 0000 0\n", "[ 1.0] EV_ABS", "# libinput record\n",
            "# libinput record\ndevices:\n- node: a\n  events:\n  - evdev:\n    - [0, 0, 3, 53]\n",
            "E: 99999999999999999999.0 0003 0035 1\n",
        ] {
            #expect(throws: TraceError.self, "\(text)") { try Self.read(text) }
        }
    }

    @Test("slots and times no kernel writes are left out or repaired with warnings")
    func hostile() throws {
        let r = try Self.read(
            Self.evemu(
                "",
                "50: SLOT 2000000000, ID 3, X 1, Y 1, SLOT -5, X 9, SLOT 0, ID 1, X 5, Y 5, SYN\n20: X 6, SYN\n60: ID -1, SYN"
            ))
        #expect(r.trace.contactCount == 1)
        #expect(r.trace.events.map(\.time) == [0, 0, 10])
        #expect(r.warnings.count == 2)
    }

    @Test("a device of huge units gives a trace that can be read again")
    func hugeUnits() throws {
        let r = try Self.read(
            "# EVEMU 1.3\nA: 35 -2147483648 2147483647 0 0 1\nA: 36 0 1 0 0 2000000000\n"
                + "E: 0.0 0003 0039 1\nE: 0.0 0003 0035 0\nE: 0.0 0003 0036 1\nE: 0.0 0000 0000 0\n")
        let again = try GestureTrace.read(jsonLines: Array(r.trace.jsonLines().utf8))
        #expect(again.trace == r.trace && again.warnings.isEmpty)
        #expect(r.trace.width == 1e6 && abs(r.trace.events[0].x - 5e5) < 1)
    }

    @Test("random damage to a recording is an error or a well-formed trace, never a crash")
    func damage() throws {
        var random = SplitMix64(seed: 9)
        let recordings = [
            Self.evemu(
                "P: 08\nA: 3a 0 255 0 0\n",
                "0: ID 7, X 100, Y 200, P 50, SYN\n10: SLOT 1, ID 8, X 300, Y 200, SLOT 0, X 110, SYN\n20: DROP, SYN\n30: ID -1, SYN"
            ),
            Self.evemu("", "0: X 1, Y 1, MT, X 8, Y 1, MT, SYN\n10: X 7, Y 1, MT, SYN\n20: MT, SYN"),
            "[ 1.0] EV_ABS ABS_MT_TRACKING_ID 0000027d\n[ 1.0] EV_ABS ABS_MT_POSITION_X 000000ff\n"
                + "[ 1.0] EV_ABS ABS_MT_POSITION_Y 00000010\n[ 1.1] EV_SYN SYN_REPORT 00000000\n",
            "# libinput record\ndevices:\n- node: a\n  evdev:\n    absinfo:\n      53: [0, 9, 0, 0, 1]\n  events:\n"
                + "  - evdev:\n    - [0, 0, 3, 57, 1]\n    - [0, 0, 3, 53, 5]\n    - [0, 0, 3, 54, 5]\n    - [0, 1, 0, 0, 0]\n",
        ].map { Array($0.utf8) }
        let pieces = [
            "-", "9999999999", "2147483647", "-2147483648", ":", "[", "]", ",", " ", "\n", "0", "ffffffff", "E",
        ]
        for _ in 0..<3000 {
            var bytes = recordings.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.insert(contentsOf: pieces.randomElement(using: &random)!.utf8, at: at)
                default: bytes.removeSubrange(at..<min(at + 9, bytes.count - 1))
                }
            }
            guard let r = try? GestureTrace.read(recording: bytes) else { continue }
            let again = try GestureTrace.read(jsonLines: Array(r.trace.jsonLines().utf8))
            #expect(again.trace == r.trace && again.warnings.isEmpty)
        }
    }
}
