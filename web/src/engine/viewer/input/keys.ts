/** One way to press something. Letters and signs by what they write, the rest by where they are on the keyboard. */
export interface KeyStroke {
  /** What the key writes; case aside. */
  readonly key?: string
  /** Where the key is, for those that write something else with Shift, or in another country. */
  readonly code?: string
  /** Ctrl, or ⌘. */
  readonly ctrl?: boolean
  readonly alt?: boolean
  /** Left out for signs that need Shift on some keyboards only. */
  readonly shift?: boolean
}

export const keyGroups = {
  move: 'Move and zoom',
  turn: 'Rotate and flip',
  views: 'Views, slides and panes',
  image: 'Image',
  stack: 'Stack and comparing',
  tools: 'Measure and export',
  annotations: 'Annotate',
  page: 'Page',
} as const
export type KeyGroup = keyof typeof keyGroups

export interface ViewerKey {
  /** What it does, in words. */
  readonly words: string
  readonly group: KeyGroup
  /** As it is written in tooltips and in the list. */
  readonly shown: string
  /** None where it is held or done with the mouse: those are told here and bound elsewhere. */
  readonly strokes: readonly KeyStroke[]
  /** Whether it goes on while the key is held down. */
  readonly repeats?: boolean
  /** Told in one line with others of which the same is to be said. */
  readonly line?: KeyLineName
}

/** What several actions have in common, in one line of the list. */
const keyLines = {
  fit: { words: 'Show the whole image', shown: '0, 1 or Home' },
  steps: { words: '1.25× to 40×', shown: '2 … 7' },
  pan: { words: 'Move', shown: '← → ↑ ↓' },
  panFar: { words: 'Move by half a screen', shown: 'Shift+← → ↑ ↓' },
  stack: { words: 'Show an image of the stack', shown: 'Shift+1 … Shift+9' },
  adjust: {
    words: 'Move the curtain or the lens; opacity, or scale of the difference',
    shown: 'Ctrl+← → ↑ ↓',
  },
  adjustFar: { words: 'Rotate the curtain; size and zoom of the lens', shown: 'Shift+Ctrl+← → ↑ ↓' },
  channels: { words: 'Channel on or off', shown: 'Ctrl+1 … Ctrl+9, or Alt+1 … Alt+9' },
} as const
export type KeyLineName = keyof typeof keyLines

const letter = (key: string): KeyStroke[] => [{ key, shift: false }]
const shifted = (key: string): KeyStroke[] => [{ key, shift: true }]
const arrow = (code: string, shift: boolean): KeyStroke[] => [{ code, shift }]
const digit = (figure: number): KeyStroke[] => [
  { code: `Digit${figure}`, shift: false },
  { code: `Numpad${figure}`, shift: false },
]
/** Chromium keeps Ctrl and a figure for its tabs on some systems, Firefox Alt and a figure on others. */
const channelDigit = (figure: number): KeyStroke[] => [
  { code: `Digit${figure}`, ctrl: true, shift: false },
  { code: `Digit${figure}`, alt: true, shift: false },
]
const channel = (figure: number): ViewerKey => ({
  words: `Channel ${figure} on or off`,
  group: 'image',
  shown: `Ctrl+${figure} or Alt+${figure}`,
  strokes: channelDigit(figure),
  line: 'channels',
})
const step = (figure: number, words: string): ViewerKey => ({
  words,
  group: 'move',
  shown: String(figure),
  strokes: digit(figure),
  line: figure === 1 ? 'fit' : 'steps',
})
const ofStack = (figure: number): ViewerKey => ({
  words: `Show image ${figure} of the stack`,
  group: 'stack',
  shown: `Shift+${figure}`,
  strokes: [{ code: `Digit${figure}`, shift: true }],
  line: 'stack',
})
const adjust = (side: string, code: string, shown: string): ViewerKey => ({
  words: `Change the comparison: ${side}`,
  group: 'stack',
  shown: `Ctrl+${shown}`,
  strokes: [{ code, ctrl: true, shift: false }],
  repeats: true,
  line: 'adjust',
})
const adjustFar = (side: string, code: string, shown: string): ViewerKey => ({
  ...adjust(side, code, shown),
  words: `Rotate or enlarge the comparison: ${side}`,
  shown: `Shift+Ctrl+${shown}`,
  strokes: [{ code, ctrl: true, shift: true }],
  line: 'adjustFar',
})
const told = (group: KeyGroup, shown: string, words: string): ViewerKey => ({
  words,
  group,
  shown,
  strokes: [],
})
const pan = (side: string, code: string, shown: string): ViewerKey => ({
  words: `Move ${side}`,
  group: 'move',
  shown,
  strokes: arrow(code, false),
  repeats: true,
  line: 'pan',
})
const panFar = (side: string, code: string, shown: string): ViewerKey => ({
  words: `Move half a screen ${side}`,
  group: 'move',
  shown: `Shift+${shown}`,
  strokes: arrow(code, true),
  repeats: true,
  line: 'panFar',
})
const press = (group: KeyGroup, shown: string, words: string, strokes: readonly KeyStroke[]): ViewerKey => ({
  words,
  group,
  shown,
  strokes,
})

/**
 * Every key of the viewer. Those of the tool in hand are in `toolKeys`.
 */
export const viewerKeys = {
  wheel: told('move', 'Wheel, or two fingers', 'Zoom at the pointer'),
  drag: told('move', 'Drag', 'Move the picture'),
  hand: told('move', 'Space held, or middle button', 'Move the picture while using a tool'),
  doubleClick: told('move', 'Double click', 'Zoom in; with Shift, zoom out'),
  box: told('move', 'Shift+drag', 'Zoom to a box'),
  zoomIn: { ...press('move', '+', 'Zoom in', [{ key: '+' }, { key: '=' }]), repeats: true },
  zoomOut: { ...press('move', '−', 'Zoom out', [{ key: '-' }, { key: '_' }]), repeats: true },
  fit: {
    ...press('move', '0 or Home', 'Show the whole image', [...digit(0), { code: 'Home', shift: false }]),
    line: 'fit',
  },
  step1: step(1, 'Show the whole image'),
  step2: step(2, '1.25×'),
  step3: step(3, '2.5×'),
  step4: step(4, '5×'),
  step5: step(5, '10×'),
  step6: step(6, '20×'),
  step7: step(7, '40×'),
  panLeft: pan('left', 'ArrowLeft', '←'),
  panRight: pan('right', 'ArrowRight', '→'),
  panUp: pan('up', 'ArrowUp', '↑'),
  panDown: pan('down', 'ArrowDown', '↓'),
  panFarLeft: panFar('to the left', 'ArrowLeft', '←'),
  panFarRight: panFar('to the right', 'ArrowRight', '→'),
  panFarUp: panFar('up', 'ArrowUp', '↑'),
  panFarDown: panFar('down', 'ArrowDown', '↓'),

  turnDrag: told('turn', 'Alt+drag', 'Rotate freely'),
  turnPinch: told('turn', 'Two fingers', 'Zoom and rotate on a touch screen'),
  turnRight: press('turn', 'T', 'Rotate right by 90°', letter('t')),
  turnLeft: press('turn', 'Shift+T', 'Rotate left by 90°', shifted('t')),
  tiltRight: {
    ...press('turn', 'Alt+T', 'Rotate right by 5°', [{ code: 'KeyT', alt: true, shift: false }]),
    repeats: true,
  },
  tiltLeft: {
    ...press('turn', 'Shift+Alt+T', 'Rotate left by 5°', [{ code: 'KeyT', alt: true, shift: true }]),
    repeats: true,
  },
  flipHorizontal: press('turn', 'M', 'Flip horizontally', letter('m')),
  flipVertical: press('turn', 'Shift+M', 'Flip vertically', shifted('m')),
  resetOrientation: press('turn', 'U', 'Reset rotation and flip', letter('u')),

  back: press('views', 'Q', 'Previous view', letter('q')),
  forward: press('views', 'E', 'Next view', letter('e')),
  goTo: press('views', 'G', 'Go to a position', letter('g')),
  previousSlide: press('views', 'Page up', 'Previous slide', [{ code: 'PageUp', shift: false }]),
  nextSlide: press('views', 'Page down', 'Next slide', [{ code: 'PageDown', shift: false }]),
  nextPane: press('views', '`', 'Next pane', [{ code: 'Backquote', shift: false }]),
  nextPlace: press('views', 'Shift+Q', 'Next place found by the quality check', shifted('q')),
  previousPlace: press('views', 'Shift+Alt+Q', 'Previous place found by the quality check', [
    { code: 'KeyQ', alt: true, shift: true },
  ]),

  channel1: channel(1),
  channel2: channel(2),
  channel3: channel(3),
  channel4: channel(4),
  channel5: channel(5),
  channel6: channel(6),
  channel7: channel(7),
  channel8: channel(8),
  channel9: channel(9),
  nextFocus: { ...press('image', 'Z', 'Next focus plane', letter('z')), repeats: true },
  previousFocus: { ...press('image', 'Shift+Z', 'Previous focus plane', shifted('z')), repeats: true },
  nextTime: { ...press('image', 'X', 'Next time point', letter('x')), repeats: true },
  previousTime: { ...press('image', 'Shift+X', 'Previous time point', shifted('x')), repeats: true },
  overlay: press('image', 'Shift+H', 'Heat map or mask on or off', shifted('h')),

  stack1: ofStack(1),
  stack2: ofStack(2),
  stack3: ofStack(3),
  stack4: ofStack(4),
  stack5: ofStack(5),
  stack6: ofStack(6),
  stack7: ofStack(7),
  stack8: ofStack(8),
  stack9: ofStack(9),
  curtain: press('stack', 'Shift+C', 'Curtain between two images, on or off', shifted('c')),
  lens: press('stack', 'Shift+L', 'Lens onto the second image, on or off', shifted('l')),
  blend: press('stack', 'Shift+B', 'Opacity: second image over the first, on or off', shifted('b')),
  difference: press('stack', 'Shift+D', 'Difference map, on or off', shifted('d')),
  flicker: press('stack', 'Shift+A', 'Flicker between two images, on or off', shifted('a')),
  hold: told('stack', 'Shift+F held', 'See the second image while the key is held'),
  exchange: press('stack', 'Shift+R', 'Swap the images', shifted('r')),
  beside: press('stack', 'Shift+V', 'Both images side by side', shifted('v')),
  adjustLeft: adjust('left', 'ArrowLeft', '←'),
  adjustRight: adjust('right', 'ArrowRight', '→'),
  adjustUp: adjust('up', 'ArrowUp', '↑'),
  adjustDown: adjust('down', 'ArrowDown', '↓'),
  adjustFarLeft: adjustFar('left', 'ArrowLeft', '←'),
  adjustFarRight: adjustFar('right', 'ArrowRight', '→'),
  adjustFarUp: adjustFar('up', 'ArrowUp', '↑'),
  adjustFarDown: adjustFar('down', 'ArrowDown', '↓'),
  lensWheel: told('stack', 'Wheel, and Shift+wheel', 'Over the lens: its zoom, and its size'),

  ruler: press('tools', 'D', 'Measure a distance', letter('d')),
  angle: press('tools', 'V', 'Measure an angle', letter('v')),
  area: press('tools', 'S', 'Measure an area', letter('s')),
  field: press('tools', 'C', 'Place high-power fields', letter('c')),
  aim: told('tools', 'Enter or .', 'With a tool in hand: aim at the middle, set a point there; twice to end'),
  aimMove: told('tools', '← → ↑ ↓, with Shift faster', 'Move the crosshair or the selection'),
  nextMeasurement: told('tools', 'Y, Shift+Y', 'Select the next or previous measurement'),
  nextPoint: told('tools', ', and Shift+,', 'Select the next or previous point of a measurement'),
  takeBack: told('tools', 'Backspace', 'Remove the last point'),
  remove: told('tools', 'Delete', 'Remove the selected measurement'),
  cancel: told('tools', 'Escape', 'Cancel the drawing, put the tool away'),
  grid: press('tools', 'Shift+G', 'Grid', shifted('g')),
  snapshot: press('tools', 'Shift+S', 'Take a snapshot', shifted('s')),
  exportRegion: press('tools', 'Shift+E', 'Export a region', shifted('e')),

  drawPoint: press('annotations', 'O', 'Annotate points', letter('o')),
  drawLine: press('annotations', 'L', 'Draw lines', letter('l')),
  drawRectangle: press('annotations', 'R', 'Draw rectangles', letter('r')),
  drawEllipse: press('annotations', 'I', 'Draw ellipses', letter('i')),
  drawPolygon: press('annotations', 'P', 'Draw polygons', letter('p')),
  drawFreehand: press('annotations', 'Shift+O', 'Draw outlines by hand', shifted('o')),
  drawBrush: press('annotations', 'B', 'Paint areas with a brush', letter('b')),
  drawWand: press('annotations', 'W', 'Select similar tissue with the wand', letter('w')),
  editShapes: press('annotations', 'Shift+I', 'Select and edit annotations', shifted('i')),
  brushSmaller: { ...press('annotations', '[', 'Smaller brush', [{ key: '[' }]), repeats: true },
  brushLarger: { ...press('annotations', ']', 'Larger brush', [{ key: ']' }]), repeats: true },
  addShape: told(
    'annotations',
    'Shift and a tool, Shift+Enter',
    'Add the drawing to the selected annotation',
  ),
  cutShape: told(
    'annotations',
    'Ctrl and a tool, Ctrl+Enter',
    'Cut the drawing out of the selected annotation; a line splits it',
  ),
  chooseClass: told('annotations', '0 … 9', 'With a drawing tool in hand: choose a class'),
  removeCorner: told('annotations', 'Ctrl+click on a corner', 'Remove a corner'),
  undo: {
    ...press('annotations', 'Ctrl+Z', 'Undo', [{ key: 'z', ctrl: true, shift: false }]),
    repeats: true,
  },
  redo: {
    ...press('annotations', 'Ctrl+Y', 'Redo', [
      { key: 'y', ctrl: true, shift: false },
      { key: 'z', ctrl: true, shift: true },
    ]),
    repeats: true,
  },
  copyShapes: press('annotations', 'Ctrl+C', 'Copy the selected annotations', [
    { key: 'c', ctrl: true, shift: false },
  ]),
  pasteShapes: press('annotations', 'Ctrl+V', 'Paste annotations, also into another pane', [
    { key: 'v', ctrl: true, shift: false },
  ]),
  duplicateShapes: press('annotations', 'Ctrl+D', 'Duplicate the selected annotations', [
    { key: 'd', ctrl: true, shift: false },
  ]),
  selectAllShapes: press('annotations', 'Ctrl+A', 'Select all annotations that the list shows', [
    { key: 'a', ctrl: true, shift: false },
  ]),
  hideAnnotations: press('annotations', 'A', 'Hide annotations, or show them again', letter('a')),
  acceptAnnotation: press('annotations', 'J', 'Accept the selected annotation', letter('j')),
  rejectAnnotation: press('annotations', 'K', 'Reject the selected annotation', letter('k')),
  nextAnnotation: press('annotations', 'N', 'Next annotation to review', letter('n')),

  hide: press('page', 'H', 'Hide everything but the image, or show it again', letter('h')),
  present: press('page', 'Shift+P', 'Present: nothing but the image, and a large pointer', shifted('p')),
  fullScreen: press('page', 'F', 'Full screen', letter('f')),
  panel: press('page', '\\', 'Panel on the right', [{ code: 'Backslash', shift: false }]),
  tray: press('page', 'Shift+\\', 'Slides on the left', [{ code: 'Backslash', shift: true }]),
  shortcuts: press('page', '?', 'All keys', [{ key: '?' }]),
} as const satisfies Record<string, ViewerKey>

export type KeyAction = keyof typeof viewerKeys
export const keyActions = Object.keys(viewerKeys) as KeyAction[]

/** What a letter or figure does by itself; null where that is nothing. */
export function wordsOfKey(key: string): string | null {
  const isIt = ({ key: letter, code, ctrl, alt, shift }: KeyStroke) =>
    !ctrl && !alt && shift !== true && (letter === key || code === `Digit${key}`)
  const action = keyActions.find((each) => {
    const { strokes }: ViewerKey = viewerKeys[each]
    return strokes.some(isIt)
  })
  return action === undefined ? null : viewerKeys[action].words
}

/** The lines of the list, each action once. */
export function listedKeys(group: KeyGroup): readonly { readonly words: string; readonly shown: string }[] {
  const keys: ViewerKey[] = keyActions
    .map((action) => viewerKeys[action])
    .filter((key) => key.group === group)
  const lines = keys.map((key) => (key.line === undefined ? key : keyLines[key.line]))
  return [...new Set(lines)].map(({ words, shown }) => ({ words, shown }))
}

/** What keys do for the tool in hand and for measurements, where that has something to do; otherwise they go on. */
export const toolKeys = {
  escape: [{ key: 'escape' }],
  enter: [{ key: 'enter', shift: false }],
  setPoint: [{ key: '.' }],
  removeLast: [{ key: 'backspace', shift: false }],
  removeSelected: [{ key: 'delete', shift: false }],
  nextPoint: [{ code: 'Comma', shift: false }],
  previousPoint: [{ code: 'Comma', shift: true }],
  nextMeasurement: letter('y'),
  previousMeasurement: shifted('y'),
  nudge: arrows(false),
  nudgeFar: arrows(true),
} as const satisfies Record<string, readonly KeyStroke[]>

export type ToolDeed = keyof typeof toolKeys
export const toolDeeds = Object.keys(toolKeys) as ToolDeed[]

function arrows(shift: boolean): KeyStroke[] {
  return ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((code) => ({ code, shift }))
}
