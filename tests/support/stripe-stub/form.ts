export type Tree = { [name: string]: string | Tree }

/** `a[b][0]=c` as the API reads it. Null when the same name comes twice or a name is malformed. */
export function readForm(text: string): { flat: Record<string, string>; tree: Tree } | null {
  const flat: Record<string, string> = {}
  const tree: Tree = {}
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in flat || !/^\w+(\[\w+\])*$/.test(name)) return null
    flat[name] = value
    plant(tree, name.replaceAll(']', '').split('['), value)
  }
  return { flat, tree }
}

function plant(tree: Tree, path: string[], value: string): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    tree[name] = value
    return
  }
  const branch = tree[name]
  const next = typeof branch === 'object' ? branch : {}
  tree[name] = next
  plant(next, rest, value)
}

/** Names without their list positions, to compare with what a route knows: `line_items[][quantity]`. */
export const patternOf = (name: string): string => name.replaceAll(/\[\d+\]/g, '[]')
