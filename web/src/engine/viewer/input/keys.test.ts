import { describe, expect, test } from 'vitest'
import { actionOf, type KeyPress } from './bind-keys.ts'
import { keyActions, keyGroups, viewerKeys } from './keys.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const press = (key: string, code: string, of: Partial<KeyPress> = {}) =>
  actionOf({ key, code, ...plain, ...of })

describe('the table', () => {
  test('no two actions have a key in common', () => {
    const strokes = keyActions.flatMap((action) =>
      viewerKeys[action].strokes.map((stroke) => JSON.stringify(Object.entries(stroke).toSorted())),
    )
    expect(new Set(strokes).size).toBe(strokes.length)
  })

  test('keys of annotations, of their review and of outputs stay free', () => {
    for (const letter of 'oripbwlajkn') expect(press(letter, `Key${letter.toUpperCase()}`)).toBeNull()
    expect([press('[', 'BracketLeft'), press(']', 'BracketRight')]).toEqual([null, null])
    expect(press('!', 'Digit1', { shiftKey: true })).toBeNull()
    for (const key of ['Escape', 'Enter', 'Backspace', 'Delete', ' ', '.']) expect(press(key, key)).toBeNull()
    for (const letter of 'zyk')
      expect(press(letter, `Key${letter.toUpperCase()}`, { ctrlKey: true })).toBeNull()
  })

  test('everything in it has words, a group and is shown somehow', () => {
    for (const action of keyActions) {
      const { words, group, shown } = viewerKeys[action]
      expect([words, shown].every((text) => text.trim() !== '')).toBe(true)
      expect(keyGroups[group]).toBeDefined()
    }
  })
})

describe('pressing', () => {
  test('letters by what they write, with and without Shift', () => {
    expect(press('t', 'KeyT')).toBe('turnRight')
    expect(press('T', 'KeyT', { shiftKey: true })).toBe('turnLeft')
    // With caps lock.
    expect(press('T', 'KeyT')).toBe('turnRight')
  })

  test('signs wherever they are on the keyboard', () => {
    expect(press('+', 'Equal', { shiftKey: true })).toBe('zoomIn')
    expect(press('+', 'BracketRight')).toBe('zoomIn')
    expect(press('?', 'Minus', { shiftKey: true })).toBe('shortcuts')
    expect(press('-', 'NumpadSubtract')).toBe('zoomOut')
  })

  test('figures by their place, also where they need Shift to be written', () => {
    expect(press('1', 'Digit1')).toBe('step1')
    expect(press('&', 'Digit1')).toBe('step1')
    expect(press('7', 'Numpad7')).toBe('step7')
    expect(press('2', 'Digit2', { ctrlKey: true })).toBe('channel2')
    expect(press('2', 'Digit2', { altKey: true })).toBe('channel2')
  })

  test('arrows, alone or with Shift, and nothing with Alt: that is the browser’s', () => {
    expect(press('ArrowLeft', 'ArrowLeft')).toBe('panLeft')
    expect(press('ArrowLeft', 'ArrowLeft', { shiftKey: true })).toBe('panFarLeft')
    expect(press('ArrowLeft', 'ArrowLeft', { altKey: true })).toBeNull()
  })

  test('what the browser does with Ctrl it goes on doing', () => {
    for (const letter of 'tfqecvsdu')
      expect(press(letter, `Key${letter.toUpperCase()}`, { ctrlKey: true })).toBeNull()
  })
})
