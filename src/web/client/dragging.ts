let dragging = false

if (typeof document !== 'undefined') {
  document.addEventListener('dragstart', () => (dragging = true))
  document.addEventListener('dragend', () => (dragging = false))
  // What was dragged may be gone by the time it is let go, and then nobody hears of the end.
  document.addEventListener('drop', () => (dragging = false))
}

/** What somebody is dragging must not be taken from under their hand. */
export const isDragging = (): boolean => dragging
