import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, type AnyNode } from 'acorn'
import { analyse } from 'scslre'
import type { Attack } from './attack'

const root = join(import.meta.dir, '../..')
const folders = ['src', 'db', 'scripts']

/** Files that build an expression at run time, each from its own constants or from names in our schema. */
export const builders = [
  'scripts/words/rules.ts',
  'src/http/openapi/example.ts',
  'src/lib/arrival-windows.ts',
  'src/lib/reference.ts',
  'src/modules/invoices/pdf/fonts.ts',
  'src/modules/messages/templates/cleaned.ts',
  'src/modules/messages/templates/reword.ts',
  'src/web/admin/today/todo-place.ts',
  'src/web/client/storage.ts',
]

interface Found {
  file: string
  expression: RegExp
}

interface Tree {
  found: Found[]
  building: string[]
}

/** Every regular expression written in the tree, and the files that build some. */
export const expressionsInTheTree = (): Tree => (tree ??= readTree())

let tree: Tree | undefined

function readTree(): Tree {
  const found: Found[] = []
  const building = new Set<string>()
  for (const folder of folders)
    for (const path of new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync({ cwd: root })) {
      const loader = path.endsWith('x') ? 'tsx' : 'ts'
      const transpiler = new Bun.Transpiler({ loader, deadCodeElimination: false })
      const code = transpiler.transformSync(readFileSync(join(root, path), 'utf8'))
      const visit = (node: AnyNode): void => {
        if (node.type === 'Literal' && node.regex)
          found.push({ file: path, expression: new RegExp(node.regex.pattern, node.regex.flags) })
        if (
          (node.type === 'NewExpression' || node.type === 'CallExpression') &&
          node.callee.type === 'Identifier' &&
          node.callee.name === 'RegExp'
        )
          building.add(path)
        for (const value of Object.values(node) as unknown[])
          for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
            if (isNode(child)) visit(child)
      }
      visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }))
    }
  return { found, building: [...building].toSorted() }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

/** Whether some text makes an expression take more than linear time, from one start or from all of them. */
export const isSlow = (expression: RegExp): boolean =>
  analyse(expression, { reportTypes: { Move: true } }).reports.length > 0

export const slowExpressions: Attack = {
  name: 'texts that slow down regular expressions',
  async run() {
    const { found, building } = expressionsInTheTree()
    const unknown = building.filter((file) => !builders.includes(file))
    return [
      ...found
        .filter(({ expression }) => isSlow(expression))
        .map(({ file, expression }) => `${file}: ${expression}`),
      ...unknown.map((file) => `${file} builds an expression that nobody has reviewed`),
    ]
  },
}
