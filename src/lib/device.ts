const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
] as const

/** Enough of a User-Agent to recognize one's own browser in a list, such as `Chrome on Windows`. */
export function deviceOf(userAgent: string | null): string {
  const text = (userAgent ?? '').slice(0, 500)
  const named = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([sign]) => sign.test(text))?.[1] ?? null
  const [browser, system] = [named(browsers), named(systems)]
  return [browser ?? 'Unknown browser', ...(system === null ? [] : [`on ${system}`])].join(' ')
}
