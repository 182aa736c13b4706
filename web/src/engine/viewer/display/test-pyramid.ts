import type { ChannelStats } from '@cresyl/contract/slides/images'
import type { Pyramid } from '@cresyl/contract/slides/viewers'

const id = '01977bd0-0000-7000-8000-000000000000'

/** Values from 0 to 65,535, most of them between 100 and 1,100. */
export const testStats: ChannelStats = {
  min: 0,
  max: 65_535,
  mean: 480,
  percentiles: { p0_1: 100, p1: 150, p50: 400, p99: 900, p99_9: 1100 },
  histogram: {
    low: 0,
    high: 65_536,
    counts: Array.from({ length: 256 }, (_, at) => (at < 5 ? 1000 : at % 2)),
  },
}

export interface TestChannel {
  name?: string | null
  color?: string | null
  stats?: ChannelStats | null
}

/** Of 16 bits, with these channels; of 8 bits in colours where there are none. */
export function testPyramid(channels: TestChannel[], of: Partial<Pyramid> = {}): Pyramid {
  const colors = channels.length === 0
  return {
    image_id: id,
    slide_id: id,
    width: 1024,
    height: 1024,
    mpp_x: 0.5,
    mpp_y: 0.5,
    objective: 20,
    pixel_type: colors ? 'u8' : 'u16',
    bit_depth: colors ? 8 : 16,
    samples: colors ? 3 : 1,
    size_z: 1,
    size_t: 1,
    has_icc: false,
    channels: channels.map(({ name = null, color = '#FFFFFF', stats = testStats }, index) => ({
      id,
      image_id: id,
      index,
      name,
      color,
      emission_wavelength: null,
      excitation_wavelength: null,
      exposure: null,
      stats,
    })),
    levels: [{ width: 1024, height: 1024, tile_width: 256, tile_height: 256, downsample: 1 }],
    ...of,
  }
}
