const MB = 1024 * 1024

/** What a file may ask of this machine. Real slides stay far below; hostile ones get an error that says which. */
export const limits = {
  /** Directories in one file, sub-directories included. */
  directories: 20_000,
  /** How deep sub-directories may lie below the main chain. */
  directoryDepth: 2,
  /** Entries in one directory. */
  directoryEntries: 4096,
  /** Bytes of one value other than block offsets and byte counts, which are read in pages. */
  valueBytes: 64 * MB,
  /** Width or height of an image. */
  imageSide: 4_000_000,
  /** Width or height of a tile. */
  tileSide: 8192,
  /** Bytes of a tile or strip, decoded or encoded. */
  blockBytes: 64 * MB,
  /** Samples of a pixel. */
  samples: 256,
  /** Bytes of XML metadata. */
  xmlBytes: 32 * MB,
  xmlDepth: 256,
  cziDimensions: 40,
  cziEntries: 5_000_000,
  /** Pixels in a region rendered in one go. */
  regionPixels: 256 * MB,
  /**
   * Pixels that are read to make one region or thumbnail, all its channels together. A slide of 100,000 × 100,000
   * without smaller levels needs 10 G for each channel, which takes minutes.
   */
  regionSourcePixels: 64 * 1024 * MB,
} as const
