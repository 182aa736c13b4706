/** Slides that are made for the tests of the viewer, by what is special about them. */
export const madeSlides = {
  /** H&E, 2400 × 1600, halving levels, 0.5 µm a pixel. */
  tissue: 'tissue.tiff',
  /** A part of that, 1803 × 1307, levels of 1, 1/4, 1/16, tiles of 240 × 176, without loss, 0.5 µm a pixel. */
  steep: 'steep pyramid.tiff',
  /** Aperio, 700 × 500, nobody knows how large a pixel is; has a label and a macro. */
  unscaled: 'unknown scale.svs',
  /** 1 × 1. */
  pixel: 'one pixel.tiff',
  /** 512 × 512, two channels of 16 bits, five planes of focus, three moments. */
  stack: 'stack.ome.tiff',
} as const

/** Real ones, by where they lie among the samples. */
export const sampleSlides = {
  /** Aperio, JPEG, 2220 × 2967, one level, tiles of 240, 0.5 µm a pixel. */
  jpeg: 'svs/CMU-1-Small-Region.svs',
  /** Aperio, JPEG 2000, two levels, nobody knows how large a pixel is. */
  jpeg2000: 'svs/tcga-cr-7395-01a-01-ts1.svs',
  /** OME-TIFF, four channels of 16 bits, three levels. */
  fluorescence: 'ome/fluo4_u16_subifd_big.ome.tif',
  /** PhenoImager, four channels of 16 bits, a pyramid. */
  qptiff: 'qptiff/syn_polaris_4ch.qptiff',
} as const

/** Those that only the tests of the long run look at: every worker would have to read them. */
export const longRunSlides: readonly string[] = ['jpeg', 'jpeg2000', 'qptiff']

export type MadeSlideKind = keyof typeof madeSlides
export type SampleSlideKind = keyof typeof sampleSlides
export type ViewerSlideKind = MadeSlideKind | SampleSlideKind
