export const everyMonths = (months: number): string =>
  months === 1 ? 'Every month' : months === 12 ? 'Every year' : `Every ${months} months`
