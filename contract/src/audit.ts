/** What the audit log can say happened, in the words of a person who reads it. */
export const auditEvents = {
  'project.created': 'Project created',
  'project.updated': 'Project changed',
  'project.deleted': 'Project deleted',
  'project.restored': 'Project restored',
  'organization.created': 'Organisation created',
  'member.added': 'Member added',
  'session.started': 'Signed in',
  'session.ended': 'Signed out',
  'session.refused': 'Sign-in refused',
  'access.refused': 'Request refused',
  'token.issued': 'Access token issued on the command line',
} as const

export type AuditEvent = keyof typeof auditEvents
