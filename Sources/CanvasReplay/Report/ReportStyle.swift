/// How a report looks, in light and in dark.
enum ReportStyle {
    static let css = """
        :root { --paper:#fbfaf7; --card:#fff; --ink:#22262b; --soft:#69717c; --line:#e2dfd7; --shade:#eef1f6;
          --blue:#2f6fb7; --red:#c8452f; --amber:#b7791f; --green:#2f8f6b; --violet:#7458b8; }
        @media (prefers-color-scheme: dark) { :root { --paper:#16181b; --card:#1e2125; --ink:#e8e6e1; --soft:#98a0aa;
          --line:#33383e; --shade:#262b33; --blue:#6ea8e8; --red:#ef7d67; --amber:#e0aa55; --green:#62c49d;
          --violet:#a990ea; } }
        * { box-sizing:border-box; }
        body { margin:0 auto; max-width:1080px; padding:40px 24px 64px; background:var(--paper); color:var(--ink);
          font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif; }
        h1 { font-size:28px; line-height:1.2; margin:2px 0 18px; overflow-wrap:anywhere; }
        h2 { font-size:17px; margin:40px 0 12px; }
        .product { margin:0; color:var(--soft); letter-spacing:.04em; text-transform:uppercase; font-size:12px; }
        .settings { display:flex; flex-wrap:wrap; gap:6px 28px; margin:0; }
        .settings dt { color:var(--soft); font-size:12px; } .settings dd { margin:0; overflow-wrap:anywhere; }
        .tiles { display:grid; grid-template-columns:repeat(auto-fit,minmax(150px,1fr)); gap:12px; margin-top:28px; }
        .tile { background:var(--card); border:1px solid var(--line); border-radius:10px; padding:14px 16px; }
        .tile h2 { font-size:13px; font-weight:500; margin:0; color:var(--soft); }
        .tile p { margin:2px 0 0; font-size:25px; font-weight:600; font-variant-numeric:tabular-nums; white-space:nowrap; }
        .tile small { color:var(--soft); } .tile.bad p { color:var(--red); }
        .note { margin:-8px 0 12px; color:var(--soft); }
        .chart { margin:0 0 14px; background:var(--card); border:1px solid var(--line); border-radius:10px;
          padding:12px 14px 6px; }
        .chart figcaption { display:flex; gap:8px; align-items:baseline; }
        .chart figcaption span, .chart figcaption em { color:var(--soft); font-style:normal; }
        .chart figcaption em { margin-left:auto; font-variant-numeric:tabular-nums; }
        .chart svg { display:block; width:100%; height:auto; }
        .chart text { fill:var(--soft); font-size:11.5px; font-variant-numeric:tabular-nums; }
        .grid { stroke:var(--line); } .axis { stroke:var(--soft); } .gesture { fill:var(--shade); }
        .line { fill:none; stroke:var(--tint); stroke-width:1.6; stroke-linejoin:round; }
        .area { fill:var(--tint); opacity:.16; }
        .blank { --tint:var(--red); } .under { --tint:var(--violet); } .age { --tint:var(--amber); } .lag { --tint:var(--blue); }
        .moving { fill:var(--blue); } .full { fill:var(--green); } .failed { fill:var(--red); }
        .swap { fill:var(--violet); }
        .pictures > div { display:grid; grid-template-columns:repeat(auto-fill,minmax(300px,1fr)); gap:14px; }
        .pictures figure { margin:0; } .pictures img { display:block; width:100%; border:1px solid var(--line);
          border-radius:8px; background:#fff; }
        .pictures figcaption { color:var(--soft); font-size:13px; margin-top:4px; } .pictures b { color:var(--red); }
        table { border-collapse:collapse; width:100%; background:var(--card); border:1px solid var(--line);
          border-radius:10px; overflow:hidden; }
        th, td { text-align:left; padding:5px 14px; vertical-align:top; } th { font-weight:600; white-space:nowrap; }
        tr.group th, tr.group td { border-top:1px solid var(--line); }
        .value { text-align:right; white-space:nowrap; font-variant-numeric:tabular-nums; }
        .meaning, footer { color:var(--soft); } footer { margin-top:32px; font-size:13px; }
        .wide { overflow-x:auto; } .wide td.value, .wide th.replay { text-align:right; } .wide td { white-space:nowrap; }
        .wide th small { display:block; color:var(--soft); font-weight:400; } .best { color:var(--green); font-weight:600; }
        .beside { display:grid; grid-template-columns:repeat(auto-fill,minmax(420px,1fr)); gap:0 14px; }
        @media (max-width:640px) { .meaning { display:none; } }
        """
}
