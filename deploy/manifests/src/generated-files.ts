import { readFileSync } from "node:fs";
import { z } from "zod";
import { composeFile } from "./compose/compose-file.ts";
import { composeScrape, kubernetesScrape } from "./compose/scrape.ts";
import { generatedYaml } from "./generated-yaml.ts";
import { kubernetesFiles } from "./kubernetes/files.ts";

const Package = z.object({ version: z.string() });
const release = (): string => Package.parse(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))).version;

/** Every generated file, by its path from the repository's root. */
export const generatedFiles = (): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(kubernetesFiles(release())).map(([path, text]) => [`deploy/kubernetes/${path}`, text])),
  "docker-compose.yml": generatedYaml(composeFile()),
  "deploy/prometheus/compose.yml": generatedYaml(composeScrape()),
  "deploy/prometheus/kubernetes.yml": generatedYaml(kubernetesScrape()),
});
