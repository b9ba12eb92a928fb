// Replaces the DOM's types in the server's program (tsconfig.server.json); Bun declares this name itself.
type BodyInit = Bun.BodyInit
