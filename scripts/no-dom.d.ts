// Stands in for the DOM's types in the server's program (tsconfig.server.json); Bun has this name under its own.
type BodyInit = Bun.BodyInit
