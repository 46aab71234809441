{{/* Labels by which a part is found: the chart's root and the part, as a list. */}}
{{- define "assay.labels" -}}
app.kubernetes.io/name: assay
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* The pod of a part: the chart's root, the part, the roles of its processes, its resources. */}}
{{- define "assay.pod" -}}
{{- $root := index . 0 }}
{{- $part := index . 1 }}
metadata:
  labels:
    {{- include "assay.labels" (list $root $part) | nindent 4 }}
spec:
  automountServiceAccountToken: false
  {{- if eq $part "worker" }}
  terminationGracePeriodSeconds: {{ $root.Values.worker.drainSeconds }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  containers:
    - name: assay
      image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      env:
        - name: ASSAY_ROLE
          value: {{ index . 2 }}
        {{- if eq $part "worker" }}
        - name: ASSAY_WORKER_CONCURRENCY
          value: {{ $root.Values.worker.concurrency | quote }}
        {{- end }}
        - name: DATABASE_URL
          valueFrom: { secretKeyRef: { name: {{ $root.Values.secret }}, key: database-url } }
        - name: ASSAY_SECRET_KEY
          valueFrom: { secretKeyRef: { name: {{ $root.Values.secret }}, key: secret-key } }
        {{- range $name, $value := $root.Values.settings }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
        {{- with $root.Values.secretSettings }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- if eq $part "api" }}
      ports:
        - { name: http, containerPort: 8080 }
      # The state's database is asked for readiness alone: restarting the pod does not bring it back.
      startupProbe: { httpGet: { path: /api/health, port: http }, periodSeconds: 5, failureThreshold: {{ divf $root.Values.api.startSeconds 5 | ceil }} }
      livenessProbe: { httpGet: { path: /api/health, port: http }, periodSeconds: 15, timeoutSeconds: 5 }
      readinessProbe: { httpGet: { path: /api/status, port: http }, periodSeconds: 10, timeoutSeconds: 5 }
      {{- end }}
      resources:
        {{- toYaml (index . 3) | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: home, mountPath: /var/lib/assay }
        - { name: tmp, mountPath: /tmp }
        {{- with $root.Values.volumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - name: home
      emptyDir: { sizeLimit: {{ $root.Values.scratch.sizeLimit }} }
    - name: tmp
      emptyDir: {}
    {{- with $root.Values.volumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with $root.Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
