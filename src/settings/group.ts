import type { z } from 'zod'
import type { Config } from '../config'
import type { VariableName } from '../config/variables'

/** Settings that belong together: a card on the settings page, and one row in the store. */
export interface Group<Fields extends z.ZodRawShape = z.ZodRawShape> {
  title: string
  fields: Fields
  /** The values until the office changes them. */
  first(config: Config): z.infer<z.ZodObject<Fields>>
  /** The environment variables that set first values. */
  variables: Partial<Record<keyof Fields, VariableName>>
}

export const group = <Fields extends z.ZodRawShape>(described: Group<Fields>): Group<Fields> => described
