/** A file that is ready to be sent, and a small picture of it. */
export interface Ready {
  name: string
  file: Blob
  thumbnail: Blob | null
}

interface Size {
  longestSide: number
  /** Of the JPEG, from 0 to 1. */
  quality: number
}

/** Sharp on every screen, and a tenth of what a phone's camera makes. */
const office: Size = { longestSide: 2560, quality: 0.85 }
/** Half of that again, because a phone keeps photos until it finds a connection. */
export const onPhone: Size = { longestSide: 2048, quality: 0.8 }
const small: Size = { longestSide: 320, quality: 0.75 }

/**
 * Draws a photo again, which leaves out where it was taken and turns it the right way up. Other files stay as they
 * are, and so does a photo that this browser can't read: the service says what to do about it.
 */
export async function readyToSend(file: File, size = office): Promise<Ready> {
  const picture = file.type.startsWith('image/') ? await read(file) : null
  if (picture === null) return { name: file.name, file, thumbnail: null }
  try {
    return {
      name: `${file.name.replace(/\.[^.]+$/, '') || 'photo'}.jpg`,
      file: await draw(picture, size),
      thumbnail: await draw(picture, small),
    }
  } finally {
    picture.close()
  }
}

const read = (file: Blob): Promise<ImageBitmap | null> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)

async function draw(picture: ImageBitmap, { longestSide, quality }: Size): Promise<Blob> {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  // A JPEG can't be transparent.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (made) => (made ? resolve(made) : reject(new Error("The photo couldn't be drawn"))),
      'image/jpeg',
      quality,
    ),
  )
}
