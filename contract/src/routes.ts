import {
  createAnnotationComment,
  listAnnotationComments,
  listAnnotationHistory,
} from './annotation-details.ts'
import { promoteDetections, readAnnotationCells } from './annotation-detections.ts'
import { annotationsDownloadUrl, importAnnotations } from './annotation-files.ts'
import { summariseAnnotations, viewAnnotations } from './annotation-views.ts'
import {
  changeAnnotations,
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  readAnnotation,
  restoreAnnotation,
  updateAnnotation,
} from './annotations.ts'
import { createApiToken, listApiTokens, revokeApiToken } from './api-tokens.ts'
import { listRecentSlides, listUploaders, readDashboard, seeAttention } from './dashboard.ts'
import { readDemo, removeDemo } from './demo.ts'
import { createExport, deleteExport, exportDownloadUrl, listExports, readExport } from './exports.ts'
import {
  abortMultipart,
  beginMultipart,
  completeMultipart,
  createFile,
  fileDownloadUrl,
  listFiles,
  partUrl,
  readFile,
  rereadFile,
  updateFile,
} from './files.ts'
import { listChannelStats, listChannels, listImages, readImage } from './images.ts'
import {
  createInferenceBatch,
  createInferenceJob,
  estimateRun,
  inferenceDownloads,
  inferenceOverTime,
  listInferenceJobs,
  readInferenceJob,
  updateInferenceJob,
} from './inference-jobs.ts'
import { inferenceDownloadUrl, readDetections, readRunChunks } from './inference-outputs.ts'
import { cancelJob, listJobs, readJob, retryJob, startJob } from './jobs.ts'
import { listNotifications, readAllNotifications, updateNotification } from './notifications.ts'
import {
  createOrganization,
  currentOrganization,
  listOrganizationSettings,
  listOrganizations,
  updateOrganization,
  updateOrganizationSettings,
} from './organizations.ts'
import { listPredictors, readPredictor, updatePredictor } from './predictors.ts'
import { createPreset, deletePreset, listPresets, updatePreset } from './presets.ts'
import { changePassword, endSessions, listSessions, readProfile, updateProfile } from './profiles.ts'
import { listProjectHistory } from './project-history.ts'
import {
  createProject,
  deleteProject,
  listProjects,
  readProject,
  restoreProject,
  updateProject,
} from './projects.ts'
import {
  createQcBatch,
  createQcJob,
  listQcJobs,
  qcResults,
  qcStatesOverTime,
  readQcJob,
  readQcOutlines,
  updateQcJob,
} from './qc-jobs.ts'
import { previewQcThresholds } from './qc-thresholds.ts'
import { createRegistrationEstimate, readRegistrationEstimate } from './registration-estimates.ts'
import {
  createRegistration,
  deleteRegistration,
  listRegistrations,
  listRegistrationVersions,
  readRegistration,
  updateRegistration,
} from './registrations.ts'
import type { Route } from './route.ts'
import { listServers } from './servers.ts'
import { createSlideBatch, readSlideBatch, undoSlideBatch } from './slide-batches.ts'
import { listSlideHistory } from './slide-history.ts'
import { deleteSlide, listSlides, readSlide, restoreSlide, updateSlide } from './slides.ts'
import { createStainer, deleteStainer, listStainers, mergeStainer, updateStainer } from './stainers.ts'
import { createTissue, deleteTissue, listTissues, mergeTissue, updateTissue } from './tissues.ts'
import {
  createInvitation,
  listInvitations,
  listUsers,
  offerPasswordReset,
  renewInvitation,
  revokeInvitation,
  updateUser,
} from './users.ts'
import { listViewers, readPyramid } from './viewers.ts'

/** The one list: the server must handle each, the browser can call each, the documentation names each. */
export const routes = {
  currentOrganization,
  listOrganizations,
  createOrganization,
  updateOrganization,
  listOrganizationSettings,
  updateOrganizationSettings,
  listUsers,
  updateUser,
  offerPasswordReset,
  listInvitations,
  createInvitation,
  renewInvitation,
  revokeInvitation,
  listApiTokens,
  createApiToken,
  revokeApiToken,
  readProfile,
  updateProfile,
  changePassword,
  listSessions,
  endSessions,
  listNotifications,
  updateNotification,
  readAllNotifications,
  listTissues,
  createTissue,
  updateTissue,
  mergeTissue,
  deleteTissue,
  listStainers,
  createStainer,
  updateStainer,
  mergeStainer,
  deleteStainer,
  listServers,
  readDashboard,
  seeAttention,
  readDemo,
  removeDemo,
  listJobs,
  readJob,
  startJob,
  cancelJob,
  retryJob,
  listProjects,
  createProject,
  readProject,
  updateProject,
  deleteProject,
  restoreProject,
  listProjectHistory,
  listPresets,
  createPreset,
  updatePreset,
  deletePreset,
  listFiles,
  createFile,
  readFile,
  updateFile,
  beginMultipart,
  partUrl,
  completeMultipart,
  abortMultipart,
  fileDownloadUrl,
  rereadFile,
  listSlides,
  listRecentSlides,
  listUploaders,
  createSlideBatch,
  readSlideBatch,
  undoSlideBatch,
  readSlide,
  updateSlide,
  deleteSlide,
  restoreSlide,
  listSlideHistory,
  listRegistrations,
  createRegistration,
  readRegistration,
  updateRegistration,
  deleteRegistration,
  createRegistrationEstimate,
  readRegistrationEstimate,
  listRegistrationVersions,
  listImages,
  readImage,
  listChannels,
  listChannelStats,
  listViewers,
  readPyramid,
  listExports,
  createExport,
  readExport,
  exportDownloadUrl,
  deleteExport,
  listPredictors,
  readPredictor,
  updatePredictor,
  listInferenceJobs,
  createInferenceJob,
  createInferenceBatch,
  estimateRun,
  inferenceOverTime,
  inferenceDownloads,
  readInferenceJob,
  updateInferenceJob,
  readDetections,
  readRunChunks,
  inferenceDownloadUrl,
  listQcJobs,
  createQcJob,
  createQcBatch,
  previewQcThresholds,
  qcResults,
  qcStatesOverTime,
  readQcJob,
  updateQcJob,
  readQcOutlines,
  listAnnotations,
  createAnnotation,
  changeAnnotations,
  viewAnnotations,
  summariseAnnotations,
  importAnnotations,
  annotationsDownloadUrl,
  promoteDetections,
  readAnnotationCells,
  readAnnotation,
  updateAnnotation,
  deleteAnnotation,
  restoreAnnotation,
  listAnnotationHistory,
  listAnnotationComments,
  createAnnotationComment,
} as const satisfies Record<string, Route>

export type Routes = typeof routes
export type RouteName = keyof Routes
