/** How an image is shown. Nothing of it but `icc` and `shown` needs a request. */
export interface Display {
  readonly color: ColorDisplay
  /** In the order of the image's channels; none where it has colours. */
  readonly channels: readonly ChannelDisplay[]
}

/** Of an image that has colours. */
export interface ColorDisplay {
  /** −1 to 1; 0 as it is. */
  readonly brightness: number
  /** −1 to 1; 0 as it is. */
  readonly contrast: number
  /** 0.1 to 5; 1 as it is; above 1 what is dark becomes brighter. */
  readonly gamma: number
  /** Whether the colours are the scanner's own, by the profile in the file. */
  readonly icc: boolean
}

export interface ChannelDisplay {
  readonly shown: boolean
  /** As #RRGGBB. */
  readonly color: string
  /** Values that are shown black, and in full colour. */
  readonly low: number
  readonly high: number
  readonly gamma: number
}

export const plainColors: ColorDisplay = { brightness: 0, contrast: 0, gamma: 1, icc: false }
