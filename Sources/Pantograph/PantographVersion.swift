/// Which Pantograph this is.
public enum PantographVersion {
    /// The version by the rules of semantic versioning.
    public static let current = "0.1.0"
}
