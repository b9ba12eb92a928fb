import { z } from 'zod'

export const bytes = z.string().meta({ format: 'binary' })

const pictures = ['image/jpeg', 'image/png', 'image/webp']

/** The bytes of a photo or document, of which browsers may keep a copy. */
export const stored = {
  answer: bytes,
  bare: true,
  kept: true,
  mediaType: [...pictures, 'application/pdf'],
} as const

export const picture = { ...stored, mediaType: pictures } as const
