import type { Box } from '@cresyl/contract/slides/image-space'

/** Pixels of 8 bits that lie over the image: those of the overview, or one for each cell. 0 is no, 255 is yes. */
export interface Mask {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
  /** What it covers, in pixels of full resolution; it may reach over the right and lower edge. */
  readonly box: Box
}

interface CommonLook {
  /** In the pixels of the overview. */
  readonly tissue: Mask
  /** How many pixels of the overview are tissue. */
  readonly tissuePixels: number
}

/** What is known once the whole image was seen at about 8 µm a pixel. */
export interface BrightfieldLook extends CommonLook {
  readonly modality: 'brightfield'
  readonly overview: BrightfieldOverview
  /** Where a pen has drawn on the glass, in the pixels of the overview. It is never tissue. */
  readonly ink: Mask
  /** Air bubbles and edges of the cover glass, in the pixels of the overview. */
  readonly bubbles: Mask
}

export interface FluorescenceLook extends CommonLook {
  readonly modality: 'fluorescence'
  readonly overview: FluorescenceOverview
  /** The channel that shows nuclei, or the first. */
  readonly nuclearChannel: number
}

export type Look = BrightfieldLook | FluorescenceLook

interface CommonOverview {
  readonly width: number
  readonly height: number
  /** 1 where nothing could be decoded: there the pixels mean nothing. */
  readonly unknown: Uint8Array
}

export interface BrightfieldOverview extends CommonOverview {
  readonly modality: 'brightfield'
  /** Means of red, green and blue side by side; grey slides have three times the same. */
  readonly rgb: Uint8Array
  /** The colour of bare glass; white where there is none to be seen. */
  readonly glass: Glass
}

export interface Glass {
  readonly red: number
  readonly green: number
  readonly blue: number
  /** Per cent of the overview that has this colour; 0: the colour is an assumption. */
  readonly share: number
}

export interface FluorescenceOverview extends CommonOverview {
  readonly modality: 'fluorescence'
  /** Means of each channel, in the values of the file. */
  readonly planes: readonly Float32Array[]
}
