import Pantograph

@main
enum Main {
    static func main() {
        print("pantograph")
    }
}
