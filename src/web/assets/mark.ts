/** The mark of the house: a truck, drawn in a few strokes. */
export const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#1f6f54"/>
<g fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round" stroke-linecap="round">
<path d="M5 10h13v11H5zM18 14h5l4 4v3h-9z"/>
<circle cx="10.5" cy="22" r="2.5" fill="#1f6f54"/><circle cx="21.5" cy="22" r="2.5" fill="#1f6f54"/>
</g></svg>`
