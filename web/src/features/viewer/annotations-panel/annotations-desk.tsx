import { newId } from '@cresyl/contract/api/new-id'
import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Shape } from '../../../engine/annotations/content/shape.ts'
import { createChangeFollower } from '../../../engine/annotations/sync/follow-changes.ts'
import type {
  AnnotationToolName,
  AnnotationToolsState,
} from '../../../engine/annotations/tools/tools-state.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { useLiveChanges } from '../../../lib/live/live-context.tsx'
import { useApi, usePermission, useSession } from '../../../lib/session/session-context.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { suspendedKey, takeSuspended, useSuspended } from '../reopening.ts'
import { slideQuery } from '../slide/use-slide.ts'
import { toolsOf } from '../tools/use-tools.ts'
import { useActiveView, useWorkspace, useWorkspaceState } from '../viewer-context.tsx'
import { type AnnotationSession, createSessions } from './annotation-session.ts'
import { useOutbox } from './outbox-context.ts'
import { fetchNamed, useAnnotationClasses, useMe } from './queries.ts'
import { tellUndoable } from './undo.ts'
import { useArchived } from './use-refusal.ts'
import { words } from './words.ts'

type Sessions = ReadonlyMap<SlideView, AnnotationSession>

const DeskContext = createContext<Sessions>(new Map())

/** The annotations of the pane in use; null while there are none to be had. */
export function useAnnotationSession(): AnnotationSession | null {
  const view = useActiveView()
  const sessions = useContext(DeskContext)
  return (view && sessions.get(view)) ?? null
}

/** The slide of the pane in use. */
export const useSlideIdHere = (): string | undefined =>
  useWorkspaceState((each) => each.contents()[each.active()]?.slideId)

/** What annotation tools say now; it must return the same for the same. */
export function useAnnotationTools<Value>(
  session: AnnotationSession,
  read: (state: AnnotationToolsState) => Value,
): Value {
  return useSyncExternalStore(session.tools.subscribe, () => read(session.tools.state()))
}

/** Draws again whenever an annotation is another. */
export function useRevision({ document }: AnnotationSession): number {
  return useSyncExternalStore(
    (listener) => document.subscribe('shapes', listener),
    () => document.revision(),
  )
}

/** Every annotation that is known; another list only when one of them is another. */
export function useShapes({ document }: Pick<AnnotationSession, 'document'>): readonly Shape[] {
  return useSyncExternalStore((listener) => document.subscribe('shapes', listener), document.list)
}

/** Takes a tool in hand; the one in hand is put away. */
export function toggleTool({ tools }: AnnotationSession, tool: AnnotationToolName): void {
  tools.setTool(tools.state().tool === tool ? null : tool)
}

interface AnnotationsDeskProps {
  isPresenting: boolean
  children: ReactNode
}

/** Lays annotations over every view of the page, for as long as it is there. */
export function AnnotationsDeskProvider({ isPresenting, children }: AnnotationsDeskProps) {
  const api = useApi()
  const client = useQueryClient()
  const outbox = useOutbox()
  const session = useSession()
  const workspace = useWorkspace()
  const mayRead = usePermission('read:annotations')
  const views = useWorkspaceState((each) => each.views())
  const me = useMe()
  const classes = useAnnotationClasses()
  const isArchived = useArchived()
  const latest = useRef({ classes, isArchived })
  latest.current = { classes, isArchived }
  const [sessions, setSessions] = useState<Sessions>(new Map())
  const sessionOf = useRef(sessions)
  sessionOf.current = sessions
  const reopening = useSuspended()
  const meId = me?.id
  const meName = me?.name

  useEffect(() => {
    if (!mayRead || meId === undefined || meName === undefined) return
    reopening.sessions ??= createSessions({ api, outbox, author: { id: meId, name: meName } })
    const making = reopening.sessions
    setSessions((before) => {
      const kept = new Map<SlideView, AnnotationSession>()
      for (const [pane, view] of views) {
        const there = before.get(view)
        const { slideId = '' } = workspace.contents()[pane] ?? {}
        const slideName = () => client.getQueryData(slideQuery(api, slideId).queryKey)?.name
        const options = {
          hasKeys: () => workspace.activeView() === view,
          isBusy: () => toolsOf(view, workspace).state().tool !== null,
          onRefused: (sentence: string) => showToast(sentence, 'warning'),
          onRemoved: (count: number, left: number) => {
            const own = sessionOf.current.get(view)
            if (own) tellUndoable(own, words.removed(count, left))
          },
          mayChange: ({ author }: { author: { id: string } | null }) =>
            !latest.current.isArchived &&
            session.can('update:annotations') &&
            (author?.id === meId || session.can('update:projects')),
          mayReview: ({ assignee_id }: { assignee_id: string | null }) =>
            !latest.current.isArchived && session.can('update:annotations') && assignee_id === meId,
          newId,
          classOf: (key: string) => {
            const found = latest.current.classes.find(({ hotkey }) => hotkey === key)
            return found && { name: found.name, color: found.color }
          },
        }
        kept.set(
          view,
          there ??
            making.open(view, slideName, options, takeSuspended(reopening.drawing, pane, view.image.id)),
        )
      }
      for (const [view, each] of before) if (!kept.has(view)) each.destroy()
      return kept
    })
  }, [api, client, outbox, session, workspace, reopening, views, mayRead, meId, meName])
  useSuspending(sessions)

  const [follower] = useState(() =>
    createChangeFollower({
      images: () => reopening.sessions?.documents() ?? [],
      fetch: (imageId, ids) => fetchNamed(api, imageId, ids),
    }),
  )
  useEffect(() => {
    // What others did while the network was away could be told, but not asked for.
    addEventListener('online', follower.missed)
    return () => {
      removeEventListener('online', follower.missed)
      follower.stop()
    }
  }, [follower])
  useLiveChanges('annotations', (change) =>
    change?.id === undefined ? follower.missed() : follower.changed(change.id, change.version),
  )

  useEffect(() => {
    for (const { tools } of sessions.values()) tools.set({ isPresenting })
  }, [sessions, isPresenting])
  useSameEverywhere(sessions)
  return <DeskContext value={sessions}>{children}</DeskContext>
}

/** Before the views close so that they open anew, what is being drawn and measured is put by. */
function useSuspending(sessions: Sessions): void {
  const workspace = useWorkspace()
  const reopening = useSuspended()
  const latest = useRef(sessions)
  latest.current = sessions
  useLayoutEffect(
    () => () => {
      if (!reopening.isUnderWay) return
      for (const [pane, view] of workspace.views()) {
        const key = suspendedKey(pane, view.image.id)
        reopening.measuring.set(key, toolsOf(view, workspace).suspend())
        const drawing = latest.current.get(view)?.suspend()
        if (drawing) reopening.drawing.set(key, drawing)
      }
    },
    [workspace, reopening],
  )
}

/** What is in hand in the pane in use is in hand in all of them, and there is one tool in hand, of whatever kind. */
function useSameEverywhere(sessions: Sessions): void {
  const workspace = useWorkspace()
  const view = useActiveView()
  useEffect(() => {
    const own = view && sessions.get(view)
    if (!own) return
    const measuring = toolsOf(own.tools.view, workspace)
    const follow = () => {
      const { tool, classification, isHidden, colourBy } = own.tools.state()
      if (tool !== null && measuring.state().tool !== null) measuring.setTool(null)
      for (const [other, { tools }] of sessions) {
        const there = tools.state()
        if (other === own.tools.view) continue
        if (there.tool !== tool) tools.setTool(tool)
        if (
          there.classification !== classification ||
          there.isHidden !== isHidden ||
          there.colourBy !== colourBy
        )
          tools.set({ classification, isHidden, colourBy })
      }
    }
    const leaveMeasuring = measuring.subscribe(() => {
      if (measuring.state().tool !== null) own.tools.setTool(null)
    })
    const leave = own.tools.subscribe(follow)
    return () => {
      leave()
      leaveMeasuring()
    }
  }, [workspace, view, sessions])
}
