/** Stars out of five, with the same in words for screen readers. */
export const Stars = ({ stars }: { stars: number }) => (
  <span role="img" aria-label={`${stars} of 5 stars`}>
    {'★'.repeat(Math.round(stars)) + '☆'.repeat(5 - Math.round(stars))}
  </span>
)

/** `4.6 (12 ratings)`, after the stars. */
export const AverageStars = ({ average, count }: { average: number; count: number }) => (
  <>
    <Stars stars={average} /> {average.toFixed(1)}{' '}
    <span class="soft small">
      ({count} {count === 1 ? 'rating' : 'ratings'})
    </span>
  </>
)
