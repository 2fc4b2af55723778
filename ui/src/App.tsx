import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { createBrowserRouter, createRoutesFromElements, Navigate, Outlet, Route, RouterProvider } from "react-router";

import { isRefusal } from "./api/problem";
import { ErrorBoundary } from "./shell/ErrorBoundary";
import { NotFound } from "./shell/NotFound";
import { Shell } from "./shell/Shell";
import { Loading } from "./shell/states";
import { cssVariables, theme } from "./theme/theme";
import { compositionQuery, draftsQuery } from "./workbench/queries";

const Compositions = lazy(() => import("./pages/Compositions"));
const loadWorkbench = () => import("./workbench/WorkbenchPage");
const WorkbenchPage = lazy(loadWorkbench);

const Assistant = lazy(() => import("./pages/Assistant"));
const SessionPage = lazy(() => import("./assistant/SessionPage"));

const Workflows = lazy(() => import("./pages/Workflows"));
const Workflow = lazy(() => import("./pages/Workflow"));
const Instances = lazy(() => import("./pages/Instances"));
const Instance = lazy(() => import("./pages/Instance"));
const ActionTypes = lazy(() => import("./pages/ActionTypes"));
const ActionType = lazy(() => import("./pages/ActionType"));
const NewActionType = lazy(() => import("./pages/NewActionType"));
const Tools = lazy(() => import("./pages/Tools"));
const Tool = lazy(() => import("./pages/Tool"));
const NewTool = lazy(() => import("./pages/NewTool"));
const StreamEvents = lazy(() => import("./pages/StreamEvents"));
const StreamEvent = lazy(() => import("./pages/StreamEvent"));
const Settings = lazy(() => import("./settings/Settings"));
const Providers = lazy(() => import("./pages/Providers"));
const Provider = lazy(() => import("./pages/Provider"));
const NewProvider = lazy(() => import("./pages/NewProvider"));
const Secrets = lazy(() => import("./pages/Secrets"));
const Usage = lazy(() => import("./pages/Usage"));
const SessionTemplates = lazy(() => import("./pages/SessionTemplates"));
const SessionTemplate = lazy(() => import("./pages/SessionTemplate"));
const NewSessionTemplate = lazy(() => import("./pages/NewSessionTemplate"));

const FlowEditorDemo = lazy(() => import("./flow-editor/demo/Demo"));

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Events tell of changes; what is shown need not be asked for again and again.
      staleTime: 30_000,
      retry: (failures, error) => failures < 3 && isRefusal(error, "offline", "unavailable"),
    },
  },
});

// The workbench is worth a head start: what it shows is asked for while its code is on the way.
const opened = /^\/workbench\/([^/]+)/.exec(location.pathname)?.[1];
if (opened !== undefined) {
  void loadWorkbench();
  const ignore = () => undefined; // the page itself tells what can't be loaded
  queries.query(compositionQuery(opened)).catch(ignore);
  queries.query(draftsQuery(opened)).catch(ignore);
}

/** What stands around every page. */
function Root() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}

const router = createBrowserRouter(
  createRoutesFromElements(
    <Route element={<Root />}>
      <Route path="/flow-editor-demo" element={<FlowEditorDemo />} />
      <Route element={<Shell />}>
        <Route index element={<Navigate to="/workbench" replace />} />
        <Route path="/workbench" element={<Compositions />} />
        <Route path="/assistant" element={<Assistant />} />
        <Route path="/assistant/:sessionId" element={<SessionPage />} />
        <Route path="/workflows" element={<Workflows />} />
        <Route path="/workflows/:workflowId" element={<Workflow />} />
        <Route path="/instances" element={<Instances />} />
        <Route path="/instances/:instanceId" element={<Instance />} />
        <Route path="/action-types" element={<ActionTypes />} />
        <Route path="/action-types/new" element={<NewActionType />} />
        <Route path="/action-types/:objectId" element={<ActionType />} />
        <Route path="/tools" element={<Tools />} />
        <Route path="/tools/new" element={<NewTool />} />
        <Route path="/tools/:objectId" element={<Tool />} />
        <Route path="/events" element={<StreamEvents />} />
        <Route path="/events/:eventId" element={<StreamEvent />} />
        <Route path="/settings" element={<Settings />}>
          <Route index element={<Navigate to="/settings/providers" replace />} />
          <Route path="providers" element={<Providers />} />
          <Route path="providers/new" element={<NewProvider />} />
          <Route path="providers/:objectId" element={<Provider />} />
          <Route path="secrets" element={<Secrets />} />
          <Route path="usage" element={<Usage />} />
          <Route path="session-templates" element={<SessionTemplates />} />
          <Route path="session-templates/new" element={<NewSessionTemplate />} />
          <Route path="session-templates/:objectId" element={<SessionTemplate />} />
        </Route>
        <Route path="/workbench/:id" element={<WorkbenchPage />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Route>,
  ),
);

/** The whole page. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <Notifications position="bottom-right" limit={4} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
