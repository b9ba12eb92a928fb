/** First services of common trades, with usual US prices to start from. */
export const templates = [
  { name: 'Gutter cleaning', price: 189, minutes: 90 },
  { name: 'House cleaning', price: 160, minutes: 150 },
  { name: 'Lawn mowing', price: 55, minutes: 45 },
  { name: 'HVAC tune-up', price: 129, minutes: 75 },
  { name: 'Drain cleaning', price: 185, minutes: 60 },
  { name: 'Electrical service call', price: 149, minutes: 60 },
  { name: 'Window washing', price: 219, minutes: 120 },
  { name: 'Pest treatment', price: 135, minutes: 45 },
] as const
