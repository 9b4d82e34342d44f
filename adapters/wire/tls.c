#include "adapters/wire/tls.h"

#ifdef PANJ_TLS
#include <assert.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>

static SSL *session_of(struct tls *tls)
{
    return (SSL *)(void *)tls;
}

/* False: a file is missing, or is none. */
static bool load_files(SSL_CTX *context, const struct tls_files *files)
{
    const char *key = files->key != NULL ? files->key : files->cert;
    bool trusts = files->ca != NULL ? SSL_CTX_load_verify_locations(context, files->ca, NULL) == 1
                                    : SSL_CTX_set_default_verify_paths(context) == 1;
    return trusts &&
           (files->cert == NULL || (SSL_CTX_use_certificate_chain_file(context, files->cert) == 1 &&
                                    SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1));
}

/* A name, or the numbers of an address. */
static bool expect_host(SSL *session, const char *host)
{
    return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), host) == 1 ||
           (SSL_set1_host(session, host) == 1 && SSL_set_tlsext_host_name(session, host) == 1);
}

static void explain(SSL *session, char *why, size_t room, bool *is_hopeless)
{
    long flaw = session == NULL ? X509_V_OK : SSL_get_verify_result(session);
    const char *reason = ERR_reason_error_string(ERR_peek_last_error());
    *is_hopeless = session == NULL || flaw != X509_V_OK;
    if (session == NULL)
        reason = "ca, cert or key of the URL cannot be read";
    if (flaw != X509_V_OK)
        reason = X509_verify_cert_error_string(flaw);
    snprintf(why, room, "%s", reason == NULL ? "nobody there speaks it" : reason);
}

struct tls *tls_open(int socket, const char *host, const struct tls_files *files, char *why, size_t room,
                     bool *is_hopeless)
{
    ERR_clear_error();
    SSL *session = NULL;
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    if (context != NULL && SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
        load_files(context, files)) {
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
        session = SSL_new(context);
    }
    SSL_CTX_free(context); /* the session has it too */
    if (session != NULL && SSL_set_fd(session, socket) == 1 && expect_host(session, host) &&
        SSL_connect(session) == 1)
        return (struct tls *)(void *)session;
    explain(session, why, room, is_hopeless);
    SSL_free(session);
    return NULL;
}

void tls_close(struct tls *tls)
{
    if (tls == NULL)
        return;
    SSL_shutdown(session_of(tls));
    SSL_free(session_of(tls));
}

bool tls_write(struct tls *tls, const char *bytes, size_t length)
{
    size_t written;
    return length == 0 || SSL_write_ex(session_of(tls), bytes, length, &written) == 1; /* all or nothing */
}

size_t tls_read(struct tls *tls, char *bytes, size_t room)
{
    size_t got;
    return SSL_read_ex(session_of(tls), bytes, room, &got) == 1 ? got : 0;
}
#endif
