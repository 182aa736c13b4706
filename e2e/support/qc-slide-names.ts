/** Slides of 0.5 µm a pixel whose quality is known. */
export const qcSlides = {
  sharp: 'sharp everywhere.tiff',
  /** The left half is out of focus. */
  blurred: 'blurred on the left.tiff',
} as const

/** Of both, in pixels. */
export const qcSlideSide = 1024
