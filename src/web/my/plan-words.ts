export const everyMonths = (months: number): string =>
  months === 1 ? 'Every month' : months === 12 ? 'Once a year' : `Every ${months} months`
