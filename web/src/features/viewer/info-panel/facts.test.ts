import { describe, expect, test } from 'vitest'
import {
  channelName,
  channelText,
  levelFacts,
  objectiveText,
  physicalSizeText,
  pixelSizeText,
  pixelText,
  planesText,
  scaleText,
  scannedText,
  scannerText,
  searchMetadata,
  statedScaleText,
  timesText,
} from './facts.ts'

describe('sizes', () => {
  const slide = { width: 46_000, height: 32_914, mpp_x: 0.25, mpp_y: 0.25 }

  test('are told in pixels and as they lie on the glass', () => {
    expect(pixelSizeText(slide)).toBe('46,000 × 32,914 px')
    expect(physicalSizeText(slide)).toBe('11.5 × 8.23 mm')
  })

  test('of what is small are in µm', () => {
    expect(physicalSizeText({ width: 2000, height: 100, mpp_x: 0.25, mpp_y: 0.5 })).toBe('500 × 50 µm')
    expect(physicalSizeText({ width: 4000, height: 4, mpp_x: 0.25, mpp_y: 0.25 })).toBe('1 × 0.001 mm')
  })

  test('are not made up where the file tells no scale', () => {
    const unknown = { ...slide, mpp_x: null, mpp_y: null }
    expect(physicalSizeText(unknown)).toBeNull()
    expect(scaleText(unknown)).toMatch(/does not state/)
  })

  test('the scale has four figures, and both sides where a pixel is no square', () => {
    expect(scaleText({ mpp_x: 0.252_512_3, mpp_y: 0.252_512_9 })).toBe('0.2525 µm/px')
    expect(scaleText({ mpp_x: 0.25, mpp_y: 0.5 })).toBe('0.25 × 0.5 µm/px')
    expect(objectiveText(40)).toBe('40×')
    expect(objectiveText(null)).toBe('Unknown')
  })
})

describe('a pixel size that was entered by hand', () => {
  const scale = { mpp_x: 0.5, mpp_y: 0.5 }
  const slide = { ...scale, mpp: 0.5, file_mpp_x: null, file_mpp_y: null }

  test('says so, with what the file says', () => {
    expect(statedScaleText(scale, slide)).toBe('0.5 µm/px, entered by hand (file: not stated)')
    expect(statedScaleText(scale, { ...slide, file_mpp_x: 0.25, file_mpp_y: 0.25 })).toBe(
      '0.5 µm/px, entered by hand (file: 0.25 µm/px)',
    )
  })

  test('is not that of an image of another scale, nor there where nobody entered one', () => {
    expect(statedScaleText({ mpp_x: 8, mpp_y: 8 }, slide)).toBe('8 µm/px')
    expect(statedScaleText(scale, { ...slide, mpp: null })).toBe('0.5 µm/px')
  })
})

describe('pixels', () => {
  test('are colours, grey or channels, with the bits that count', () => {
    const pixels = { pixel_type: 'u8', bit_depth: 8, samples: 3, channels: [{}] }
    expect(pixelText(pixels)).toBe('8-bit colour')
    expect(pixelText({ ...pixels, samples: 1 })).toBe('8-bit grey')
    const deep = { pixel_type: 'u16', bit_depth: 12, samples: 1, channels: [{}, {}, {}, {}] }
    expect(pixelText(deep)).toBe('12-bit, 4 channels (stored in 16 bits)')
    expect(pixelText({ ...deep, pixel_type: 'f32', bit_depth: 32, channels: [{}] })).toBe(
      '32-bit grey (floating point)',
    )
  })

  test('levels tell factor, size and tiles', () => {
    const levels = [
      { width: 4096, height: 2048, tile_width: 256, tile_height: 240, downsample: 1 },
      { width: 1024, height: 512, tile_width: 512, tile_height: 512, downsample: 4.000_12 },
    ]
    expect(levelFacts(levels)).toEqual([
      { factor: '1×', size: '4,096 × 2,048', tile: '256 × 240' },
      { factor: '4×', size: '1,024 × 512', tile: '512 × 512' },
    ])
  })

  test('planes and times tell how far they are apart, where that is known', () => {
    expect(planesText(1, undefined)).toBe('One')
    expect(planesText(7, { size: 7, origin: 0, step: -1.5 })).toBe('7, 1.5 µm apart')
    expect(planesText(7, undefined)).toBe('7')
    expect(timesText(1, undefined)).toBeNull()
    expect(timesText(5, { size: 5, origin: 0, step: 2 })).toBe('5, one every 2 s')
  })
})

describe('channels', () => {
  const bare = {
    index: 1,
    name: null,
    excitation_wavelength: null,
    emission_wavelength: null,
    exposure: null,
  }

  test('have a name and what is known of how they were taken', () => {
    expect(channelName({ ...bare, name: 'DAPI' })).toBe('DAPI')
    expect(channelName({ ...bare, name: ' ' })).toBe('Channel 2')
    expect(
      channelText({ ...bare, excitation_wavelength: 385, emission_wavelength: 450.5, exposure: 2.63 }),
    ).toBe('excitation 385 nm · emission 450.5 nm · exposure 2.63 ms')
    expect(channelText(bare)).toBe('no details in the file')
  })
})

describe('the scanner', () => {
  test('is named as far as one may know', () => {
    expect(scannerText('aperio', {})).toBe('Leica (Aperio)')
    expect(scannerText('philips', { 'scanner.manufacturer': 'PHILIPS' })).toBe('Philips')
    const metadata = { 'scanner.manufacturer': 'Leica', 'scanner.model': 'GT450' }
    expect(scannerText('aperio', metadata)).toBe('Leica (Aperio), GT450')
    expect(scannerText('', {})).toBe('Unknown')
    expect(scannerText('newcomer', {})).toBe('newcomer')
  })

  test('tells the time as the file has it, and what is no time as it is', () => {
    expect(scannedText('2024-03-05T10:00:00')).toBe('5 Mar 2024, 10:00')
    expect(scannedText('last spring')).toBe('last spring')
  })
})

describe('what the file says of itself', () => {
  const metadata = { 'aperio.AppMag': '40', 'aperio.User': 'Ada', ScanScope: 'SS1302 at 40x' }

  test('is searched in names and values by all words, in whatever case', () => {
    const names = (search: string) => searchMetadata(metadata, search).map(({ name }) => name)
    expect(names('')).toEqual(['aperio.AppMag', 'aperio.User', 'ScanScope'])
    expect(names('40')).toEqual(['aperio.AppMag', 'ScanScope'])
    expect(names('SCAN 40X')).toEqual(['ScanScope'])
    expect(names('nothing')).toEqual([])
  })
})
