/** The scripts that run in browsers, one per page. Their chunks load on demand. */
export const entries = {
  admin: 'admin/client.tsx',
  book: 'book/client.tsx',
  my: 'my/client.tsx',
  work: 'work/client.tsx',
} as const

export type Entry = keyof typeof entries

/** Pages that share their chunks. Nobody visits both groups, and neither can break the other. */
export const bundledTogether: readonly (readonly Entry[])[] = [['book', 'my', 'work'], ['admin']]

/** Small scripts by name, each one file without imports, so a page needs no bundle for it. */
export const scripts = { scheme: 'client/scheme.ts', track: 'client/track.ts' } as const

export type Script = keyof typeof scripts

/** Stylesheets by name, each made of files in the folder of styles, in this order. */
export const sheets = {
  base: ['tokens', 'base', 'layout', 'forms', 'surfaces', 'overlays', 'tables', 'print'],
  admin: [
    'fonts',
    'admin',
    'admin-controls',
    'admin-density',
    'admin-parts',
    'admin-board',
    'admin-map',
    'admin-search',
    'admin-settings',
    'admin-books',
    'admin-lists',
    'admin-start',
    'admin-customer',
    'photos',
    'admin-files',
    'admin-record',
    'admin-design',
    'admin-phone',
  ],
  book: ['book', 'slots'],
  home: ['home'],
  invoice: ['invoice'],
  my: ['my', 'photos', 'slots'],
  visit: ['visit'],
  work: ['work', 'work-day', 'photos', 'work-record'],
} as const

export type Sheet = keyof typeof sheets

/** Files in the folder of fonts. */
export const fonts = ['inter-latin', 'inter-latin-ext'] as const

export type Font = (typeof fonts)[number]
