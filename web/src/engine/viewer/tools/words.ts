/** What stands beside figures on the picture. */
export const words = {
  crosses: 'Crosses itself: no area',
  perimeter: (length: string) => `Perimeter ${length}`,
  last: (length: string) => `Last ${length}`,
  field: (number: number, area: string) => `${number} · ${area}`,
} as const
