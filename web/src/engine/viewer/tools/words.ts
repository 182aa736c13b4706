/** What stands beside figures on the picture. */
export const words = {
  crosses: 'Crosses itself: no area',
  perimeter: (length: string) => `Perimeter ${length}`,
  last: (length: string) => `Last ${length}`,
  field: (number: number, area: string) => `${number} · ${area}`,
  scale: (mpp: string) => `${mpp} µm/px`,
  objective: (magnification: string) => `${magnification}×`,
  grid: (spacing: string) => `Grid ${spacing}`,
  imagePixel: 'px of the image',
} as const
