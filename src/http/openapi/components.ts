import { z } from 'zod'
import { referTo, type JsonSchema } from './example'

type Direction = 'input' | 'output'

/** The document's named schemas. `nameModels` names them. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {}
  /** Each named schema as zod described it, to tell apart two that share a name. */
  readonly #described = new Map<string, string>()
  /** Converting a schema is most of the work, and most are asked for several times. */
  readonly #converted = { input: new Map<z.ZodType, Converted>(), output: new Map<z.ZodType, Converted>() }

  /** The schema, with references to its named parts. */
  describe(schema: z.ZodType, direction: Direction): JsonSchema {
    const { $defs, ...made } = this.#convert(schema, direction)
    return renamed(made, this.#keep($defs, direction))
  }

  /** Like `describe`, but spells out the schema itself even if it has a name. */
  spellOut(schema: z.ZodType, direction: Direction): JsonSchema {
    const { $defs = {}, ...made } = this.#convert(schema, direction)
    const own = made.$ref?.replace('#/$defs/', '') ?? ''
    const { [own]: itself = made, ...parts } = $defs
    return renamed(itself, this.#keep(parts, direction))
  }

  /** Like `describe`, but an object without a name of its own gets this one. */
  refer(schema: z.ZodType, direction: Direction, name: string): JsonSchema {
    return this.name(this.describe(schema, direction), name)
  }

  name(made: JsonSchema, name: string): JsonSchema {
    if (made.$ref !== undefined || !isObject(made)) return made
    const { default: value, ...described } = made
    const named = this.#nameOf(name, JSON.stringify(described), 'Other')
    this.schemas[named] ??= described
    return { ...referTo(named), ...(value === undefined ? {} : { default: value }) }
  }

  #convert(schema: z.ZodType, direction: Direction): Converted {
    const known = this.#converted[direction].get(schema)
    if (known) return known
    const made = toJson(schema, direction)
    this.#converted[direction].set(schema, made)
    return made
  }

  #keep(definitions: Record<string, JsonSchema> = {}, direction: Direction): Map<string, string> {
    const names = new Map(
      Object.entries(definitions).map(([id, definition]) => [
        id,
        this.#nameOf(id, JSON.stringify(definition), direction === 'input' ? 'Input' : 'Other'),
      ]),
    )
    for (const [id, definition] of Object.entries(definitions))
      this.schemas[names.get(id) ?? id] ??= renamed(definition, names)
    return names
  }

  #nameOf(id: string, described: string, ending: string): string {
    for (let name = id; ; name += ending) {
      const known = this.#described.get(name)
      if (known === undefined) this.#described.set(name, described)
      if (known === undefined || known === described) return name
    }
  }
}

const isObject = ({ properties, anyOf, oneOf }: JsonSchema) =>
  [properties, anyOf, oneOf].some((said) => said !== undefined)

type Converted = JsonSchema & { $defs?: Record<string, JsonSchema> }

function toJson(schema: z.ZodType, direction: Direction): Converted {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: direction,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema }) => openTuple(jsonSchema as JsonSchema),
  })
  return made as JsonSchema
}

/** Generators don't know `items: false`. It says nothing that `maxItems` doesn't. */
function openTuple(made: JsonSchema): void {
  if (made.prefixItems && made.maxItems === made.prefixItems.length) delete made.items
}

function renamed<T>(made: T, names: Map<string, string>): T {
  if (typeof made !== 'object' || made === null) return made
  if (Array.isArray(made)) return made.map((one: unknown) => renamed(one, names)) as T
  return Object.fromEntries(
    Object.entries(made).map(([key, value]) => [
      key,
      key === '$ref' ? refOf(String(value), names) : renamed(value as unknown, names),
    ]),
  ) as T
}

function refOf(local: string, names: Map<string, string>): string | undefined {
  const id = local.replace('#/$defs/', '')
  return referTo(names.get(id) ?? id).$ref
}
