import { describe, expect, test } from 'vitest'
import { changedSheets, closedSheets, panelWidths, readLayout, usualLayout } from './layout.ts'

describe('a kept layout', () => {
  test('is read as it was kept', () => {
    const kept = { ...usualLayout, tray: false, panelWidth: 411, tab: 'info' }
    expect(readLayout(structuredClone(kept))).toEqual(kept)
  })

  test('gets what it lacks from the usual one where a version before did not know it', () => {
    const { measurements, ...older } = { ...usualLayout, panelWidth: 500 }
    expect(measurements).toBe(true)
    expect(readLayout(older)).toEqual({ ...usualLayout, panelWidth: 500 })
  })

  test('is as wide as all tabs need where a version before let it be narrower', () => {
    const kept = { ...usualLayout, panelWidth: 260, tab: 'info' }
    expect(readLayout(kept)).toEqual({ ...kept, panelWidth: panelWidths.narrowest })
  })

  test.each([
    ['nothing', undefined],
    ['a width that no panel has', { ...usualLayout, panelWidth: 5000 }],
    ['something else', 'wide'],
  ])('is the usual one where %s is kept', (_, kept) => {
    expect(readLayout(kept)).toEqual(usualLayout)
  })
})

describe('sheets', () => {
  test('close each other where there is room for one', () => {
    const tray = changedSheets(closedSheets, { tray: true }, true).sheets
    expect(tray).toMatchObject({ tray: true, panel: false })
    expect(changedSheets(tray, { panel: true }, true).sheets).toMatchObject({ tray: false, panel: true })
  })

  test('stay open beside each other in a wide window of their own', () => {
    const tray = changedSheets(closedSheets, { tray: true }, false).sheets
    expect(changedSheets(tray, { panel: true }, false).sheets).toMatchObject({ tray: true, panel: true })
  })

  test('leave the other as it is when one is closed', () => {
    const open = { ...closedSheets, panel: true, navigator: true }
    expect(changedSheets(open, { navigator: false }, true).sheets).toEqual({ ...closedSheets, panel: true })
    expect(changedSheets(open, { panel: false }, true).sheets).toEqual({ ...closedSheets, navigator: true })
  })

  test('are not kept, but the tab and the width of the panel are', () => {
    const { kept, sheets } = changedSheets(closedSheets, { panel: true, tab: 'info', panelWidth: 300 }, true)
    expect(kept).toEqual({ tab: 'info', panelWidth: 300 })
    expect(sheets.panel).toBe(true)
  })
})
