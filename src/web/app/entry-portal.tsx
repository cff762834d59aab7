import "../styles/portal.css";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "../api/client.ts";
import { Portal } from "../admin/portal.tsx";

const root = document.getElementById("root");
if (root) createRoot(root).render(<Portal client={createQueryClient()} />);
