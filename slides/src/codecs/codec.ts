/** What an image codec (JPEG, JPEG 2000, WebP, JPEG XL) makes of one block; samples side by side. */
export interface DecodedImage {
  readonly width: number
  readonly height: number
  readonly samples: number
  readonly data: Uint8Array | Uint16Array
}

/** What the block must be; a decoder throws where its result is another. */
export interface ExpectedImage {
  readonly width: number
  readonly height: number
  readonly samples: number
}
