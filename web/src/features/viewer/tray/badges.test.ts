import { isolate } from '@cresyl/contract/api/isolate'
import { qcStates } from '@cresyl/contract/slides/slides'
import type { Viewer } from '@cresyl/contract/slides/viewers'
import { describe, expect, test } from 'vitest'
import { badgesOf, openableImages, stainAndTissue } from './badges.ts'

const plain = { qc_state: 'none', qc_overridden: false, qc_overridden_by: null } as const
const mia = { id: 'mia', name: 'Mia', picture: null }

function viewer(kind: Viewer['kind'], name: string | null = null): Viewer {
  return { id: 'slide', image_id: `${kind} ${name}`, kind, name, is_virtual: false }
}

describe('badges', () => {
  test('a slide that nobody has checked and nothing was made of has none', () => {
    expect(badgesOf({ ...plain, output_image_ids: [], virtual_image_ids: [] }, [viewer('source')])).toEqual(
      [],
    )
  })

  test.each(qcStates.filter((state) => state !== 'none'))('%s is told by icon and word', (state) => {
    const [badge] = badgesOf({ ...plain, output_image_ids: [], virtual_image_ids: [], qc_state: state }, [])
    expect(badge?.icon).toBeTruthy()
    expect(badge?.text).toMatch(/^[A-Z]/)
    expect(badge?.title).toMatch(/^The quality .+\.$/)
  })

  test('what a person decided is told as that', () => {
    const slide = {
      qc_state: 'failed',
      qc_overridden: true,
      qc_overridden_by: mia,
      output_image_ids: [],
      virtual_image_ids: [],
    } as const
    expect(badgesOf({ ...slide, output_image_ids: [], virtual_image_ids: [] }, [])).toMatchObject([
      { key: 'qc', text: 'Failed' },
      { key: 'overridden', text: 'Overridden', title: `QC overridden by ${isolate('Mia')}` },
    ])
  })

  test('outputs and several scenes are counted', () => {
    const viewers = [viewer('source', 'a'), viewer('source', 'b'), viewer('output', 'c')]
    const badges = badgesOf({ ...plain, output_image_ids: ['c'], virtual_image_ids: [] }, viewers)
    expect(badges.map(({ title }) => title)).toEqual(['1 output', '2 scenes'])
  })
})

describe('the line under the name', () => {
  const tissue = { id: 't', organ: 'Liver', species: 'Rat' }
  const stainer = { id: 's', stain_type: 'H&E' }

  test('tells stain and tissue as far as they are known', () => {
    expect(stainAndTissue({ stainer, tissue })).toBe('H&E · Liver · Rat')
    expect(stainAndTissue({ stainer, tissue: null })).toBe('H&E')
    expect(stainAndTissue({ stainer: null, tissue })).toBe('Liver · Rat')
    expect(stainAndTissue({ stainer: null, tissue: null })).toBe('No stain or tissue')
  })
})

describe('what can be opened of a slide', () => {
  test('one scan is called that, several are counted, and names are told where they may be seen', () => {
    expect(openableImages([viewer('source')]).map(({ label }) => label)).toEqual(['As scanned'])
    const several = [viewer('source', 'Scene A'), viewer('source'), viewer('output', 'Virtual PAS')]
    expect(openableImages(several).map(({ label }) => label)).toEqual([
      `Scene 1: ${isolate('Scene A')}`,
      'Scene 2',
      `Output 1: ${isolate('Virtual PAS')}`,
    ])
  })
})

test('what no microscope saw is said to be virtual', () => {
  const [badge] = badgesOf({ ...plain, output_image_ids: ['a', 'b'], virtual_image_ids: ['a'] }, [])
  expect(badge?.title).toBe('2 outputs, 1 virtual')
  const [image] = openableImages([{ ...viewer('output', 'Virtual H&E'), is_virtual: true }])
  expect(image?.label).toBe(`Output 1: ${isolate('Virtual H&E')} (virtual)`)
})
