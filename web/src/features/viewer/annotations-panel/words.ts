import type { ReviewState } from '@cresyl/contract/annotations/annotations'
import { isolate } from '@cresyl/contract/api/isolate'
import type { Step } from '../../../engine/annotations/document/create-document.ts'
import type { ActName } from '../../../engine/annotations/document/history.ts'
import type { AnnotationToolName } from '../../../engine/annotations/tools/tools-state.ts'
import { counted } from '../../../ui/text/counted.ts'
import { formatNumber } from '../../../ui/text/dates.ts'

export const words = {
  column: 'Annotate',
  tools: {
    select: 'Select and edit',
    point: 'Point',
    line: 'Line',
    rectangle: 'Rectangle',
    ellipse: 'Ellipse',
    polygon: 'Polygon',
    freehand: 'Freehand',
    brush: 'Brush',
    wand: 'Wand',
  } satisfies Record<AnnotationToolName, string>,
  hints: {
    select:
      'Click to select, drag to move. Drag a side to add a corner, Ctrl+click a corner to remove it. Click a polygon again to scale or rotate it; Shift snaps to 15°.',
    point: 'Click to place a point.',
    line: 'Drag from end to end, or click to add points; Backspace removes the last one. Double-click or press Enter to finish. Ctrl splits the selected annotation.',
    rectangle: 'Drag from corner to corner. Shift adds to the selected annotation, Ctrl cuts out of it.',
    ellipse: 'Drag from corner to corner. Shift adds to the selected annotation, Ctrl cuts out of it.',
    polygon:
      'Click to add corners; Backspace removes the last one. Click the first corner, double-click or press Enter to finish.',
    freehand: 'Draw around it. Shift adds to the selected annotation, Ctrl cuts out of it.',
    brush:
      'Paint. [ and ] change the brush size. Shift adds to the selected annotation, Ctrl cuts out of it.',
    wand: 'Click or drag over similar tissue. Shift adds to the selected annotation, Ctrl cuts out of it.',
  } satisfies Record<AnnotationToolName, string>,
  end: 'Done',
  drawDeed: 'draw annotations',
  archived: 'This slide is in an archived project. Its annotations can’t be changed.',
  readDeed: 'see annotations',
  changeDeed: "change other people's annotations",
  failed: 'The annotations could not be loaded.',
  retry: 'Try again',
  empty: {
    title: 'No annotations yet',
    text: 'Choose a class and a tool, then draw on the image. Your work is saved automatically.',
  },
  nothingFound: 'No annotations match. Change the search or the filters.',
  saved: 'Saved',
  saving: 'Saving…',
  waiting: (count: number) =>
    `${counted(count, 'annotation')} not saved: no connection. ${count === 1 ? 'It is' : 'They are'} kept in this browser and will be sent later.`,
  signedOut: (count: number) =>
    `${counted(count, 'annotation')} not saved: you are signed out. ${count === 1 ? 'It is' : 'They are'} kept in this browser and will be sent when you sign in again.`,
  tryNow: 'Try now',
  problems: (count: number) => `${counted(count, 'annotation')} could not be saved as drawn`,
  look: 'Resolve',
  classes: { label: 'Class', next: 'Class of new annotations', none: 'No class', mixed: 'Mixed' },
  undo: 'Undo',
  redo: 'Redo',
  undone: (step: Step) => stepSentence('Undone', 'Not undone', step),
  redone: (step: Step) => stepSentence('Redone', 'Not redone', step),
  duplicate: 'Duplicate',
  merge: 'Merge',
  fill: 'Fill holes',
  simplify: 'Simplify',
  remove: 'Delete',
  hide: 'Hide annotations',
  show: 'Show annotations',
  byClass: 'Colour by class',
  byAuthor: 'Colour by person',
  list: 'Annotations',
  search: 'Search annotations',
  filter: 'Class',
  everyClass: 'Every class',
  reviewFilter: 'Filter by review',
  assignedToMe: 'Assigned to me',
  run: {
    open: 'Run a predictor here',
    deed: 'run predictors',
    outside: 'This annotation is outside the image, so no predictor can run on it.',
  },
  assign: {
    label: 'Assigned to',
    nobody: 'No one',
    different: 'Mixed',
    unknown: 'Former member',
  },
  count: (count: number) => counted(count, 'annotation'),
  selectAll: (count: number) => (count === 1 ? 'Select it' : `Select all ${formatNumber(count)}`),
  removed: (count: number, left: number) =>
    left === 0
      ? `${counted(count, 'annotation')} deleted.`
      : `${counted(count, 'annotation')} deleted, ${formatNumber(left)} kept: locked or created by others.`,
  selected: (count: number) => `${counted(count, 'annotation')} selected`,
  part: 'Only annotations near the current view are listed.',
  partOf: (count: number) =>
    `${counted(count, 'annotation')} on this image. Only those near the current view are listed.`,
  searching: 'Searching…',
  foundPart: (count: number, shown: number) =>
    `${counted(count, 'annotation')} match. The newest ${formatNumber(shown)} are listed.`,
  zoomIn: 'Too many to list at this zoom. Zoom in to see single annotations.',
  unnamed: 'Unnamed',
  unsaved: 'Not saved yet',
  locked: 'Locked',
  lock: 'Lock',
  unlock: 'Unlock',
  flyTo: (name: string) => `Show ${isolate(name)}`,
  by: (name: string) => `by ${isolate(name)}`,
  details: {
    title: 'Details',
    name: 'Name',
    notes: 'Notes',
    tags: 'Tags, separated by commas',
    area: 'Area',
    perimeter: 'Perimeter',
    length: 'Length',
    review: 'Review',
    comments: 'Comments',
    comment: 'Add a comment',
    mention: 'Mention someone',
    mentionHint: 'Type @ to notify someone.',
    send: 'Comment',
    history: 'History',
    showHistory: 'Show history',
    revert: 'Restore',
    revertTo: (version: number) => `Restore version ${version}`,
    someone: 'someone',
  },
  history: {
    created: 'Created',
    changed: 'Changed',
    deleted: 'Deleted',
    restored: 'Restored',
    moved: 'Moved',
    reshaped: 'Reshaped',
    classes: (before: string, now: string) => `Class: ${isolate(before)} → ${isolate(now)}`,
    renamed: (before: string, now: string) =>
      before === ''
        ? `Named ${isolate(now)}`
        : now === ''
          ? 'Name removed'
          : `Renamed: ${isolate(before)} → ${isolate(now)}`,
    notes: 'Notes edited',
    tags: 'Tags edited',
    locked: 'Locked',
    unlocked: 'Unlocked',
    reviews: { open: 'Review reopened', accepted: 'Accepted', rejected: 'Rejected' } satisfies Record<
      ReviewState,
      string
    >,
    assigned: (name: string) => `Assigned to ${name}`,
    unassigned: 'Assignment removed',
    plane: 'Focus plane changed',
  },
  reviews: { open: 'Open', accepted: 'Accepted', rejected: 'Rejected' } satisfies Record<ReviewState, string>,
  accept: 'Accept',
  reject: 'Reject',
  next: 'Next to review',
  allReviewed: 'Everything here has been reviewed.',
  conflict: {
    title: 'Not saved as drawn',
    changed:
      'Someone else changed this annotation at the same time. Nothing is lost: choose which version to keep.',
    gone: 'Someone else deleted this annotation while you were changing it.',
    refused: 'The server refused it:',
    field: 'Field',
    mine: 'Yours',
    theirs: (name: string | undefined) => (name === undefined ? 'Theirs' : isolate(name)),
    deleted: 'Deleted',
    keepMine: 'Keep mine',
    keepTheirs: 'Keep theirs',
    keepBoth: 'Keep both',
    again: 'Try again',
    discard: 'Discard mine',
    fields: {
      geometry: 'Shape',
      shape: 'Kind',
      classification: 'Class',
      name: 'Name',
      notes: 'Notes',
      tags: 'Tags',
      locked: 'Locked',
      z: 'Focus plane',
      review: 'Review',
      assignee_id: 'Assigned to',
    },
    area: (area: string) => `area ${area}`,
    length: (length: string) => `length ${length}`,
    nothing: '–',
    everyPlane: 'All planes',
    yes: 'Yes',
    no: 'No',
    close: 'Decide later',
  },
} as const

const acts: Record<ActName, (annotations: string) => string> = {
  drawn: (them) => `drawing of ${them}`,
  deleted: (them) => `deletion of ${them}`,
  moved: (them) => `move of ${them}`,
  reshaped: (them) => `reshaping of ${them}`,
  geometry: (them) => `reshaping of ${them}`,
  shape: (them) => `reshaping of ${them}`,
  classification: (them) => `class change of ${them}`,
  name: (them) => `renaming of ${them}`,
  notes: (them) => `new notes of ${them}`,
  tags: (them) => `new tags of ${them}`,
  locked: (them) => `locking of ${them}`,
  z: (them) => `other focus plane of ${them}`,
  review: (them) => `review of ${them}`,
  assignee_id: (them) => `assignment of ${them}`,
  changed: (them) => `change of ${them}`,
  imported: (them) => `import of ${them}`,
  promoted: (them) => `creation of ${them} from detections`,
}

function stepSentence(done: string, notDone: string, { name, count, left }: Step): string {
  if (count === 0) return `${notDone}: someone else has changed ${counted(left, 'annotation')} since.`
  const what = `${done}: ${acts[name](counted(count, 'annotation'))}.`
  return left === 0
    ? what
    : `${what} ${counted(left, 'annotation')} left alone: changed by someone else since.`
}
