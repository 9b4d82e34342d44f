/* Runs a fuzz target over every file of tests/fuzz/corpus/<target>/, as a plain test: no fuzzer needed. The
 * program is called replay_<target>. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes in a piece of memory of exactly their size, so that a sanitizer sees a step too far. */
static void run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(1);
    }
    size_t size = (size_t)ftell(file);
    rewind(file);
    uint8_t *data = malloc(size > 0 ? size : 1);
    if (data == NULL || fread(data, 1, size, file) != size) {
        perror(path);
        exit(1);
    }
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

int main(int count, char **arguments)
{
    const char *name = count > 0 ? strstr(arguments[0], "replay_") : NULL;
    char folder[256];
    char path[1024];
    int files = 0;
    if (name == NULL)
        return 2;
    snprintf(folder, sizeof folder, "tests/fuzz/corpus/%s", name + strlen("replay_"));
    DIR *directory = opendir(folder);
    if (directory == NULL) {
        perror(folder);
        return 1;
    }
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        run_file(path);
        files++;
    }
    closedir(directory);
    printf("%s: %d inputs\n", name + strlen("replay_"), files);
    return files > 0 ? 0 : 1;
}
