/**
 * Optical density (log10) of each of the 256 values against that of the glass, 0 where brighter than it. Of 0 the
 * logarithm is taken as of 1: darker than that nothing can be told.
 */
export const densityTable = (glass: number): Float32Array =>
  Float32Array.from({ length: 256 }, (_, value) => Math.max(0, Math.log10(glass / Math.max(1, value))))
