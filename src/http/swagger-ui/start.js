/* global SwaggerUIBundle */

/** Swagger UI resolves the whole document for each part it shows, so it gets a document with only that part. */
const resolveParts = () => ({
  afterLoad() {
    const { resolveSubtree } = this.fn
    this.fn.resolveSubtree = (document, path, options) =>
      resolveSubtree(partOf(document, path), path, options)
  },
})

function partOf(document, path) {
  const { openapi, info, servers } = document
  const part = { openapi, info, servers }
  const waiting = [path]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (find(part, next) !== undefined) continue
    const found = find(document, next)
    if (found === undefined) continue
    put(part, next, found)
    for (const [, kind, name] of JSON.stringify(found).matchAll(/"#\/components\/([^/"]+)\/([^/"]+)"/g))
      waiting.push(['components', kind, name])
  }
  return part
}

const find = (from, path) => path.reduce((inner, key) => inner?.[key], from)

function put(into, path, value) {
  const holder = path.slice(0, -1).reduce((inner, key) => (inner[key] ??= {}), into)
  holder[path.at(-1)] = value
}

/** Opens the tags that a filter leaves, so that the operations it found are in sight. */
const openFiltered = () => ({
  statePlugins: {
    layout: {
      wrapSelectors: {
        isShown: (original) => (state, thing, otherwise) => {
          const typed = state.get('filter')
          const isFiltered = typeof typed === 'string' && typed.length > 2
          return original(thing, otherwise || (isFiltered && thing[0] === 'operations-tag'))
        },
      },
    },
  },
})

window.ui = SwaggerUIBundle({
  url: '/swagger/json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  filter: true,
  docExpansion: 'none',
  // Each operation shows its own schemas; a list of all of them takes many seconds.
  defaultModelsExpandDepth: -1,
  plugins: [resolveParts, openFiltered],
})
