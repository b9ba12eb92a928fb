/** Weak comparison, as the standard wants it here: a proxy may have weakened the tag. */
export function isKnownTag(header: string | null, etag: string): boolean {
  if (header === null) return false
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}
