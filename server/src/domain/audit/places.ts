interface Place {
  projectId: string | null
}

/** For the history of projects: where a slide is, and where it was before the change. */
export function placesOf({ projectId: before }: Place, change: Partial<Place> = {}): Record<string, string> {
  const after = change.projectId === undefined ? before : change.projectId
  return {
    ...(after !== null && { project_id: after }),
    ...(before !== null && before !== after && { former_project_id: before }),
  }
}
